import { ask, expect, newName, newUser, promote, signUp, test } from './site';

test('a renamed user goes on under the new name, and the old address leads there', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
  const root = newName('root');
  await signUp(page, root);
  promote(site, root);
  const [name, newUsername] = [newName(), newName('renamed')];
  const other = await newUser(browser, site, name);
  await ask(other, 'A question of many names');
  await other.goto(`/user/${name}`);
  await page.goto(`/administration?search=${name}`);
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New name').fill(newUsername);
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog).toBeHidden();
  // The open page of the user, who stays logged in, changes by itself.
  await expect(other).toHaveURL(`/user/${newUsername}`);
  await expect(other.getByRole('button', { name: 'Delete This User' })).toBeVisible();
  await page.goto(`/user/${name}`);
  await expect(page).toHaveURL(`/user/${newUsername}`);
});
