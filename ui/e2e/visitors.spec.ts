import type { Page } from '@playwright/test';
import { png } from './pictureFiles';
import { expect, newName, newUser, promote, type Site, signUp, test } from './site';

/** Signs a new administrator up on this page. */
async function signInAdministrator(page: Page, site: Site): Promise<void> {
  const name = newName('root');
  await signUp(page, name);
  promote(site, name);
}

test('the logo is in the header until it is removed', async ({ page, site }) => {
  await signInAdministrator(page, site);
  await page.goto('/administration/settings');
  const logo = page.locator('header img[src*="/site/getLogo/"]');
  await page.getByRole('button', { name: 'Change logo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Logo of the site' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: png(800, 200, { seed: 3 }),
  });
  await dialog.getByRole('checkbox', { name: 'Keep the whole picture' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(logo).toBeVisible();
  await page.getByRole('button', { name: 'Change logo' }).click();
  await dialog.getByRole('button', { name: 'Remove the picture' }).click();
  await expect(logo).toHaveCount(0);
});

test('a picture in a biography is uploaded, shown to others and reported', async ({ page, browser, site }) => {
  const name = newName();
  await signUp(page, name);
  await page.goto(`/user/${name}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a picture' }).click();
  await (await chosen).setFiles({ name: 'column.png', mimeType: 'image/png', buffer: png(320, 200, { seed: 4 }) });
  await expect(page.getByLabel('Biography')).toHaveValue(/!\[column\]\(\/media\/\w{13}\)/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const other = await newUser(browser, site);
  await other.goto(`/user/${name}`);
  await expect(other.getByRole('img', { name: 'column' })).toHaveAttribute('width', '320');
  await other.getByRole('link', { name: 'column' }).click();
  await other.getByRole('button', { name: 'Report picture…' }).click();
  await other.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(other.getByRole('dialog', { name: 'Report this picture' })).toBeHidden();
  const reports = (await (await other.request.get('/flag/getMyFlags')).json()) as { kind: string }[];
  expect(reports.map(({ kind }) => kind)).toEqual(['picture']);
});
