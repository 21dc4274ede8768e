import { expectAccessible } from './axe';
import { ask, expect, newName, newUser, openQuestions, password, promote, signUp, test } from './site';

test('a moderator suspends a member, who appeals on the login page and comes back', async ({ page, browser, site }) => {
  const root = newName('root');
  await signUp(page, root);
  promote(site, root);
  const name = newName();
  const other = await newUser(browser, site, name);
  const title = `Zebra of ${name}`;
  await ask(other, title);
  await openQuestions(other);

  await page.goto(`/user/${name}`);
  await page.getByRole('button', { name: `Moderate ${name}` }).click();
  await page.getByRole('button', { name: 'Suspend…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Remove their questions/).selectOption('All');
  await dialog.getByLabel('Reason, which they see').fill('advertising');
  await expectAccessible(page, 'suspending a member');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('Posts removed')).toBeVisible();

  await expect(other.getByText('Your session has ended.')).toBeVisible();
  await other.getByLabel('Username').fill(name);
  await other.getByLabel('Password', { exact: true }).fill(password);
  await other.getByRole('button', { name: 'Submit' }).click();
  await expect(other.getByText(/This account is suspended until .* Reason: advertising/)).toBeVisible();
  await other.getByLabel(/You can appeal once/).fill('It was my hobby');
  await other.getByRole('button', { name: 'Appeal' }).click();
  await expect(other.getByText(/The moderators have your appeal/)).toBeVisible();
  // The next attempt to log in says so too, instead of asking again.
  await other.getByRole('button', { name: 'Submit' }).click();
  await expect(other.getByText('You wrote: It was my hobby')).toBeVisible();
  await expect(other.getByLabel(/You can appeal once/)).toBeHidden();
  await expectAccessible(other, 'an appeal that waits', ['dark', 'light']);

  // Another moderator decides about it.
  const judgeName = newName('judge');
  const judge = await newUser(browser, site, judgeName);
  promote(site, judgeName);
  await page.goto('/queue');
  await expect(page.getByText('You did this: another moderator decides the appeal.')).toBeVisible();
  await judge.goto('/queue');
  await expect(judge.getByText('It was my hobby')).toBeVisible();
  await judge.getByRole('button', { name: 'Approve' }).click();
  await judge.getByRole('button', { name: 'Approve' }).click();
  // What cannot be undone offers no Undo.
  await expect(judge.getByText('It was my hobby')).toBeHidden();
  await expect(judge.getByRole('button', { name: 'Undo' })).toBeHidden();
  await other.getByRole('button', { name: 'Submit' }).click();
  // Back where the session ended.
  await expect(other).not.toHaveURL('/');
});

test('a silenced member sees until when and why, and can read', { tag: '@full' }, async ({ page, browser, site }) => {
  const root = newName('root');
  await signUp(page, root);
  promote(site, root);
  const name = newName();
  const other = await newUser(browser, site, name);
  await openQuestions(other);
  await page.goto(`/user/${name}`);
  await page.getByRole('button', { name: `Moderate ${name}` }).click();
  await page.getByRole('button', { name: 'Silence…' }).click();
  await page.getByRole('dialog').getByLabel('Reason, which they see').fill('insults');
  await page.getByRole('dialog').getByRole('button', { name: 'Silence' }).click();
  const banner = other.getByRole('region', { name: 'You are silenced' });
  await expect(banner).toContainText('insults');
  await expectAccessible(other, 'the banner of a silenced member');
  await page.getByRole('button', { name: `Lift the silence of ${name}` }).click();
  await expect(banner).toBeHidden();
});
