import { expectAccessible } from './axe';
import { ask, expect, newName, newUser, test } from './site';

test('a member suggests an edit, the author accepts it, and the member is notified', async ({ browser, site }) => {
  const [annsName, bobsName] = [newName('ann'), newName('bob')];
  const [ann, bob] = [await newUser(browser, site, annsName), await newUser(browser, site, bobsName)];
  const id = await ask(ann, newName('Columns'), 'A capital carries the old beam.');

  await bob.goto(`/question/${id}`);
  await bob.getByRole('link', { name: 'Suggest an edit' }).click();
  const text = bob.getByRole('textbox', { name: /Question Text/ });
  await expect(text).toHaveValue('A capital carries the old beam.');
  await text.fill('A capital carries the new beam.');
  await bob.getByLabel('Reason (optional)').fill('The beam was replaced');
  await expectAccessible(bob, 'the form of a suggested edit', ['dark', 'light']);
  await bob.getByRole('button', { name: 'Suggest Edit' }).click();
  await expect(bob.getByRole('heading', { name: 'Your suggested edit of the question' })).toBeVisible();
  await expect(bob.locator('ins')).toHaveText('new');

  await ann.goto('/home');
  const entry = ann.getByRole('region', { name: 'Notification Catch-up' }).getByRole('listitem').first();
  await expect(entry).toContainText(`${bobsName} suggested an edit of your question`);
  await ann.goto(`/question/${id}`);
  await expect(ann.getByRole('link', { name: 'Suggest an edit' })).toHaveCount(0);
  await ann.getByRole('link', { name: '1 suggested edit' }).click();
  await expect(ann.getByText('The beam was replaced')).toBeVisible();
  await expect(ann.locator('del')).toHaveText('old');
  await expect(ann.locator('ins')).toHaveText('new');
  await expectAccessible(ann, 'the suggested edits', ['dark', 'light']);
  await ann.getByRole('button', { name: 'Accept edit' }).click();
  await expect(ann.getByText('No open suggested edits')).toBeVisible();
  await ann.getByRole('link', { name: 'Back to the question' }).click();
  await expect(ann.getByRole('region', { name: 'Question', exact: true })).toContainText('the new beam');
  await ann.goto(`/question/${id}/history/${id}`);
  await expect(ann.getByRole('listitem').filter({ hasText: 'Current version' })).toContainText(bobsName);

  await bob.goto('/home');
  const told = bob.getByRole('region', { name: 'Notification Catch-up' }).getByRole('listitem').first();
  await expect(told).toContainText(`${annsName} accepted your suggested edit`);
});
