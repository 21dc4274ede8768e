import { expectAccessible } from './axe';
import { ask, expect, newName, newUser, promote, signUp, test } from './site';

test('staff rename a tag, whose old name keeps working, and delete and restore it', { tag: '@full' }, async ({
  page,
  site,
}) => {
  const name = newName('root');
  await signUp(page, name);
  promote(site, name);
  const [tag, other] = [newName('t').slice(0, 20), newName('n').slice(0, 20)];
  await page.goto('/home');
  await ask(page, `About ${tag}`, 'Some text', [tag]);
  await page.goto(`/tagPage?tag=${tag}`);
  await page.getByRole('button', { name: 'Rename tag' }).click();
  await page.getByLabel('New name').fill(other);
  await page.getByRole('dialog').getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(page.getByRole('heading', { name: other })).toBeVisible();
  await expect(page.getByText(`Synonyms: ${tag}`)).toBeVisible();
  await page.goto(`/questionPage?tag=${tag}`);
  await expect(page.getByText(`About ${tag}`)).toBeVisible();
  await page.goto(`/tagPage?tag=${tag}`);
  await expect(page.getByRole('heading', { name: other })).toBeVisible();
  await page.getByRole('button', { name: 'Delete tag' }).click();
  await expect(page.getByRole('dialog')).toContainText('1 question has no other tag');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Restore tag' })).toBeVisible();
  await expectAccessible(page, 'a deleted tag');
  await page.getByRole('button', { name: 'Restore tag' }).click();
  await expect(page.getByRole('button', { name: 'Delete tag' })).toBeVisible();
});

test('staff see an account on one page', { tag: '@full' }, async ({ page, browser, site }) => {
  const name = newName('root');
  await signUp(page, name);
  promote(site, name);
  const member = newName();
  await (await newUser(browser, site, member)).close();
  await page.goto(`/administration?search=${member}`);
  await page.getByRole('button', { name: `Actions for ${member}`, exact: true }).click();
  await page.getByRole('button', { name: 'All about this account' }).click();
  await expect(page.getByRole('heading', { name: 'Sanctions and removals' })).toBeVisible();
  await expect(page.getByText('0 questions, 0 answers')).toBeVisible();
  await expectAccessible(page, 'the page of an account', ['light', 'dark']);
});
