import { ask, expect, newName, newUser, promote, test } from './site';

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

test('a member asks with a synonym that an administrator has set, and finds the question', { tag: '@full' }, async ({
  browser,
  site,
}) => {
  const [root, ann] = [await newUser(browser, site, newName('root')), await newUser(browser, site, newName('ann'))];
  const me = (await (await root.request.get('/user/me')).json()) as { username: string };
  promote(site, me.username);
  const main = newName('main').slice(-20).toLowerCase();
  const synonym = newName('syn').slice(-20).toLowerCase();
  const earlier = newName('Earlier');
  await ask(ann, newName('First'), 'Text', [main]);
  await ask(ann, earlier, 'Text', [synonym]);

  await root.goto(`/tagPage?tag=${main}`);
  await root.getByRole('button', { name: 'Edit synonyms' }).click();
  await expect(root.getByRole('textbox', { name: 'New synonym' })).toBeFocused();
  await root.keyboard.type('two words');
  await root.keyboard.press('Enter');
  await expect(root.getByText('Tags cannot contain spaces or control characters')).toBeVisible();
  await root.getByRole('textbox', { name: 'New synonym' }).fill(synonym);
  await root.keyboard.press('Enter');
  await expect(root.getByRole('button', { name: `Remove ${synonym}` })).toBeVisible();
  await expect(root.getByRole('link', { name: '2 questions' })).toBeVisible();

  await ann.goto('/new/question');
  const title = newName('Later');
  await ann.getByLabel('Question Title*').fill(title);
  await ann.getByLabel('Question Text*').fill('Text');
  await ann.getByRole('combobox', { name: 'Tags*' }).pressSequentially(synonym);
  const option = ann.getByRole('option', { name: main });
  await expect(option).toContainText(`${synonym} is a synonym`);
  await ann.keyboard.press('Escape');
  await ann.getByRole('button', { name: 'Post Question' }).click();
  await expect(ann.getByText(title)).toBeVisible();

  await ann.goto(`/questionPage?search=${encodeURIComponent(`[${synonym}]`)}`);
  await expect(ann.getByText(title)).toBeVisible();
  await expect(ann.getByText(earlier)).toBeVisible();
  await ann.goto(`/tagPage?tag=${synonym}`);
  await expect(ann.getByText(`${synonym} is a synonym of ${main}.`)).toBeVisible();
  await expect(ann).toHaveURL(new RegExp(`tag=${main}`));
  await expect(ann.getByRole('link', { name: '3 questions' })).toBeVisible();
  await expect(ann.getByRole('button', { name: 'Edit synonyms' })).toHaveCount(0);

  await root.getByRole('button', { name: `Remove ${synonym}` }).click();
  await expect(root.getByRole('link', { name: '2 questions' })).toBeVisible();
  await ann.reload();
  await expect(ann.getByRole('link', { name: title })).toBeVisible();
  await ann.goto(`/tagPage?tag=${synonym}`);
  await expect(ann.getByRole('link', { name: earlier })).toBeVisible();
});
