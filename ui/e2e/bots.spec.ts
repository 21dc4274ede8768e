import { expectAccessible } from './axe';
import { expect, newUser, promote, test } from './site';

test('an administrator adds a bot, and a program asks through its incoming hook', async ({
  browser,
  site,
  request,
}) => {
  const root = await newUser(browser, site, 'root1');
  promote(site, 'root1');
  await root.goto('/administration/bots');
  const section = root.getByRole('region', { name: 'Bots' });
  await section.getByLabel('Name').fill('alerts');
  await section.getByRole('button', { name: 'Add' }).click();
  await section.getByRole('button', { name: 'Actions: alerts' }).click();
  await root.getByRole('button', { name: 'New incoming hook' }).click();
  await section.getByLabel('Tags').fill('alert, machine');
  await section.getByRole('button', { name: 'Make an address' }).click();
  const address = await section.getByLabel('Address').inputValue();
  await section.getByRole('button', { name: 'Actions: alerts' }).click();
  await root.getByRole('button', { name: 'New API token' }).click();
  await section.getByLabel('Name').first().fill('monitor');
  await section.getByRole('button', { name: 'Create a token' }).click();
  const token = await section.getByLabel('New token').inputValue();
  await expectAccessible(root, 'the page with a bot');

  const asked = await request.post(address, { data: { text: '# The disk of web-1 is full\n\nOnly 2 % are left.' } });
  const { _id: id, path } = (await asked.json()) as { _id: string; path: string };
  const answer = await request.post('/answer/addAnswer', {
    headers: { authorization: `Bearer ${token}` },
    data: { qid: id, ans: { text: 'It has room again.' } },
  });
  expect(answer.status()).toBe(403);
  expect(await answer.text()).toContain('This API token needs the scope write');

  const ann = await newUser(browser, site, 'ann');
  await ann.goto(path);
  await expect(ann.getByRole('heading', { level: 1, name: 'The disk of web-1 is full' })).toBeVisible();
  await expect(ann.getByRole('region', { name: 'Question' }).getByText('bot', { exact: true })).toBeVisible();
  await expect(ann.getByRole('region', { name: 'Question' }).getByText('alert', { exact: true })).toBeVisible();
  await ann.goto('/questionPage');
  await expect(
    ann.getByRole('article').filter({ hasText: 'The disk of web-1' }).getByText('bot', { exact: true }),
  ).toBeVisible();
  await ann.goto('/user/alerts');
  await expect(ann.getByText('Bot', { exact: true })).toBeVisible();
});
