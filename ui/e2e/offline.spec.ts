import type { BrowserContext, Page } from '@playwright/test';
import { ask, test as base, expect, newName, password, promote, Site, signUp } from './site';

/** A word that only a question contains. */
const secret = 'peristyle';

const settings = { STOA_PUSH_ENABLED: 'true', STOA_SERVER_BASE_URL: 'http://localhost:1' };

/** Tests with a site on which push notifications are turned on. */
const test = base.extend<object, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it depends on as a pattern
    async ({}, use) => {
      const site = new Site(settings);
      await site.start();
      await use(site);
      await site.remove();
    },
    { scope: 'worker' },
  ],
});

/** Waits until the service worker answers for the page. */
const workerReady = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

/** Returns the names of the caches, without those of the shell. */
const readingCaches = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('-read-')));

/** Returns whether anything that the browser stores for the site contains the secret word. */
const storesSecret = (page: Page) =>
  page.evaluate(async (word) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const text = await (await cache.match(request))?.text();
        if (text?.includes(word)) return true;
      }
    }
    return (await indexedDB.databases()).length > 0;
  }, secret);

/** Signs a new member up, who opens a question that is then stored, and returns its id. */
async function read(page: Page, name = newName()): Promise<string> {
  await signUp(page, name);
  await workerReady(page);
  const qid = await ask(page, `The ${secret}`, `Where is the ${secret}?`);
  await page.goto(`/question/${qid}`);
  await expect(page.getByRole('heading', { name: `The ${secret}` })).toBeVisible();
  await expect.poll(() => storesSecret(page)).toBe(true);
  return qid;
}

/** Expects that nothing remains of what a member read. */
async function expectNothingLeft(page: Page): Promise<void> {
  await expect(page.getByText('Please login to continue.')).toBeVisible();
  await expect.poll(() => readingCaches(page)).toEqual([]);
  expect(await storesSecret(page)).toBe(false);
}

const logOut = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Log out' }).click();

test('what a member read can be read offline', async ({ page, context }) => {
  const qid = await read(page);
  const data = { qid, ans: { text: 'Around the **court**.', ansBy: '' } };
  await page.request.post('/answer/addAnswer', { data: { ...data, ans: { text: data.ans.text } } });
  await expect(page.getByText('Around the court.')).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(async (path) => (await (await caches.match(path))?.text())?.includes('court'), `/question/${qid}`),
    )
    .toBe(true);
  await context.setOffline(true);
  const start = Date.now();
  await page.goto('/home');
  await expect(page.getByText('You are offline. This is what you read before.')).toBeVisible();
  console.log(`offline, home: ${Date.now() - start} ms`);
  await page.getByRole('link', { name: `The ${secret}` }).click();
  await expect(page.getByText(`Where is the ${secret}?`)).toBeVisible();
  await expect(page.getByText('Around the court.')).toBeVisible();
  await page.reload();
  await expect(page.getByText(`Where is the ${secret}?`)).toBeVisible();
  await page.goto('/');
  await expect(page).toHaveURL('/home');
  await page.goto('/question/00000000000000');
  await expect(page.getByText('You have not read this question on this device lately.')).toBeVisible();
  await page.goto('/users');
  await expect(page.getByText('You are offline.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
});

test('reading offline ends with a logout', async ({ page, context }) => {
  await read(page);
  await logOut(page);
  await expectNothingLeft(page);
  await context.setOffline(true);
  await page.goto('/home');
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
});

test('… with a logout in another tab, which is closed at once', async ({ page, context }) => {
  await read(page);
  const other = await context.newPage();
  await other.goto('/home');
  await logOut(other);
  await other.close();
  await expectNothingLeft(page);
});

test('… with a login as another user in another tab', async ({ page, context }) => {
  const name = newName();
  await page.request.post('/user/signup', { data: { username: name, password } });
  await context.clearCookies();
  await read(page);
  await page.request.post('/user/login', { data: { username: name, password } });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Question not found' }).or(page.getByText('Answers'))).toBeVisible();
  await page.goto('/question/00000000000000');
  await expect.poll(() => readingCaches(page)).toEqual([]);
  expect(await storesSecret(page)).toBe(false);
});

test('… with the deletion of the account', async ({ page }) => {
  const name = newName();
  await read(page, name);
  await page.goto(`/user/${name}`);
  await page.getByRole('button', { name: 'Delete User' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectNothingLeft(page);
});

test('… when the cookies are gone', async ({ page, context }) => {
  await read(page);
  await page.goto('about:blank');
  await context.clearCookies();
  await page.goto('/');
  await expectNothingLeft(page);
});

for (const isOpen of [true, false]) {
  const where = isOpen ? 'while the page is open' : 'while the site is closed';

  test(`… with a password reset in another browser ${where}`, async ({ page, browser, baseURL }) => {
    const name = newName();
    await read(page, name);
    if (!isOpen) await page.goto('about:blank');
    const elsewhere = await (await browser.newContext({ baseURL })).newPage();
    await elsewhere.request.post('/user/login', { data: { username: name, password } });
    const data = { username: name, password: 'another colonnade' };
    const reset = await elsewhere.request.patch('/user/resetPassword', { data });
    expect(reset.status(), await reset.text()).toBe(200);
    if (!isOpen) await page.goto('/');
    await expectNothingLeft(page);
  });

  test(`… when an administrator disables the user ${where}`, async ({ page, browser, baseURL, site }) => {
    const name = newName();
    await read(page, name);
    if (!isOpen) await page.goto('about:blank');
    const administrator = await (await browser.newContext({ baseURL })).newPage();
    const root = newName('root');
    await signUp(administrator, root);
    promote(site, root);
    await administrator.goto(`/administration?search=${name}`);
    await administrator.getByRole('button', { name: `Actions for ${name}` }).click();
    await administrator.getByRole('button', { name: 'Disable' }).click();
    await administrator.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await expect(administrator.getByText('Disabled', { exact: true })).toBeVisible();
    if (!isOpen) await page.goto('/questionPage');
    await expectNothingLeft(page);
  });
}

test('a question leaves the device when its reader loses the right to read it', async ({ page, browser, baseURL }) => {
  const owner = await (await browser.newContext({ baseURL })).newPage();
  await signUp(owner, newName());
  const name = newName();
  await signUp(page, name);
  await workerReady(page);
  const data = { name: newName('Community'), description: 'x', visibility: 'PRIVATE', members: [name] };
  const created = await owner.request.post('/community/addCommunity', { data });
  expect(created.status(), await created.text()).toBe(200);
});

test('switching offline reading off deletes what was read', async ({ page }) => {
  const name = newName();
  await read(page, name);
  await page.goto(`/user/${name}`);
  await page.getByLabel('Offline reading').uncheck();
  await expect.poll(() => readingCaches(page)).toEqual([]);
  expect(await storesSecret(page)).toBe(false);
});
