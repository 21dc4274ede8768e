import { expect, newName, newUser, test } from './site';

test('members describe a tag together, and see it when they ask', async ({ browser, site }) => {
  const [ann, bob] = [await newUser(browser, site, newName('ann')), await newUser(browser, site, newName('bob'))];
  const tag = newName('wiki').slice(0, 20).toLowerCase();
  const title = newName('Tagged');
  const asked = await ann.request.post('/question/addQuestion', {
    data: { title, text: 'Text', tags: [{ name: tag }] },
  });
  expect(asked.status(), await asked.text()).toBe(200);

  await ann.goto(`/questionPage?tag=${tag}`);
  await ann.getByRole('link', { name: 'About this tag' }).click();
  await expect(ann.getByRole('heading', { name: tag })).toBeVisible();
  await expect(ann.getByRole('link', { name: title })).toBeVisible();
  await ann.getByRole('button', { name: 'Edit description' }).click();
  await bob.goto(`/tagPage?tag=${tag}`);
  await bob.getByRole('button', { name: 'Edit description' }).click();

  await ann.getByRole('textbox', { name: 'Description' }).fill('All about **ants**. Not about bees.');
  await ann.getByRole('button', { name: 'Save' }).click();
  await expect(ann.locator('strong', { hasText: 'ants' })).toBeVisible();

  await bob.getByRole('textbox', { name: 'Description' }).fill('All about ants and bees.');
  await bob.getByRole('button', { name: 'Save' }).click();
  await expect(bob.getByText('The description was changed meanwhile')).toBeVisible();
  await expect(bob.getByRole('region', { name: 'Current description' })).toContainText('Not about bees.');
  await bob.getByRole('button', { name: 'Save' }).click();
  await expect(bob.getByRole('textbox')).toHaveCount(0);
  await expect(bob.getByText('All about ants and bees.')).toBeVisible();

  await bob.getByRole('link', { name: 'History' }).click();
  await expect(bob.getByRole('listitem').filter({ hasText: 'Current version' })).toContainText('bees');
  await expect(bob.getByRole('button', { name: 'Purge' })).toHaveCount(0);
  await ann.goto(`/tagPage?tag=${tag}&history=true`);
  await ann.getByRole('button', { name: 'Purge' }).click();
  await ann.getByRole('dialog').getByRole('button', { name: 'Purge' }).click();
  await expect(ann.getByText('This version was purged.')).toBeVisible();

  await bob.goto('/new/question');
  await bob.getByRole('combobox', { name: 'Tags*' }).pressSequentially(tag.slice(0, 8));
  const option = bob.getByRole('option', { name: tag });
  await expect(option).toContainText('1 question');
  await expect(option).toContainText('All about ants and bees.');
  await option.click();
  await expect(bob.getByRole('list', { name: 'What they are for' })).toContainText('All about ants and bees.');
});
