import type { Page } from '@playwright/test';
import { expectAccessible, setTheme } from './axe';
import { png } from './pictureFiles';
import { ask, expect, newName, newUser, promote, type Site, signUp, test } from './site';

/** Signs a new administrator up on this page. */
async function signInAdministrator(page: Page, site: Site): Promise<void> {
  const name = newName('root');
  await signUp(page, name);
  promote(site, name);
}

/** Takes pictures of a page if the environment names a folder for them. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (!folder) return;
  for (const [size, width, height] of [
    ['desktop', 1440, 900],
    ['phone', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const theme of ['dark', 'light']) {
      await setTheme(page, theme);
      await page.screenshot({ path: `${folder}/${name}-${theme}-${size}.png` });
    }
  }
}

test('a visitor reports illegal content, and a moderator sees it', async ({ page, browser, site }) => {
  await signInAdministrator(page, site);
  const author = await newUser(browser, site);
  const title = `Forbidden ${newName('q')}`;
  const question = await ask(author, title);
  await page.goto('/administration/settings');
  const saved = page.waitForResponse('**/administration/setSettings');
  await page.getByRole('checkbox', { name: 'Reports of visitors' }).click();
  await saved;

  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
  await visitor.goto('/');
  await visitor.getByRole('link', { name: 'Report illegal content' }).click();
  await expect(visitor.getByRole('heading', { name: 'Report illegal content' })).toBeVisible();
  await expectAccessible(visitor, 'the page of reports');
  await visitor.getByLabel(/^Address of/).fill(`${site.url}/question/${question}`);
  await visitor.getByLabel(/^Country/).fill('Utopia');
  await visitor.getByLabel(/^Why/).fill('It is forbidden there');
  await visitor.getByRole('button', { name: 'Send the report' }).click();
  await expect(visitor.getByText(/^Thank you/)).toBeVisible();

  await page.goto('/queue');
  const item = page.getByRole('listitem', { name: 'Reported question' }).filter({ hasText: title });
  await expect(item).toContainText('Utopia');
  await expect(item).toContainText('It is forbidden there');
});

test('the logo is seen by visitors until it is removed', { tag: '@full' }, async ({ page, browser, site }) => {
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
  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
  await visitor.goto('/');
  const shown = visitor.locator('main img');
  await expect(shown).toHaveAttribute('src', /\/site\/getLogo\//);
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);
  await page.getByRole('button', { name: 'Change logo' }).click();
  await dialog.getByRole('button', { name: 'Remove the picture' }).click();
  await expect(logo).toHaveCount(0);
  await visitor.reload();
  await expect(visitor.locator('main img')).toHaveAttribute('src', /favicon\.svg$/);
});

test('the cover is seen at the login and on the home pages until it is removed', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
  await signInAdministrator(page, site);
  await page.goto('/administration/settings');
  await page.getByRole('button', { name: 'Choose a cover' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cover of the site' });
  const buffer = png(1200, 800, { seed: 5 });
  await dialog.locator('input[type=file]').setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer });
  await expect(dialog.locator('canvas')).toHaveAttribute('width', '1600');
  await expectAccessible(page, 'choosing a cover');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const cover = (page: Page) => page.locator('img[src*="/site/getCover/"]');
  await expect(cover(page)).toBeVisible();
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    type Shift = PerformanceEntry & { value: number };
    new PerformanceObserver((entries) => {
      for (const { value } of entries.getEntries() as Shift[]) shifts.push(value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // The steps of a new site do not move the rest either.
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Set up the site' })).toBeVisible();
  await expect(cover(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([]);
  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
  await visitor.goto('/');
  const shown = cover(visitor);
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600);
  await expectAccessible(visitor, 'the login with a cover');
  await shoot(page, 'home');
  await shoot(visitor, 'login');
  await page.goto('/administration/settings');
  await page.getByRole('button', { name: 'Change cover' }).click();
  await dialog.getByRole('button', { name: 'Remove the picture' }).click();
  await expect(cover(page)).toHaveCount(0);
  await visitor.reload();
  await expect(visitor.getByRole('button', { name: 'Submit' })).toBeVisible();
  await expect(cover(visitor)).toHaveCount(0);
});

test('a picture in a biography is uploaded, shown to others and reported', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
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
  await other.getByRole('radio', { name: 'Spam or advertising' }).click();
  await other.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(other.getByRole('dialog', { name: 'Report this picture' })).toBeHidden();
  const reports = (await (await other.request.get('/flag/getMyFlags')).json()) as { kind: string }[];
  expect(reports.map(({ kind }) => kind)).toEqual(['picture']);
});
