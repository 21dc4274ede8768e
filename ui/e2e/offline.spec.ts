import type { Page } from '@playwright/test';
import { ask, test as base, expect, newName, openQuestions, password, promote, Site, signUp } from './site';

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

/** Sends a request that must succeed and returns its response. */
async function send(page: Page, method: string, path: string, data: unknown = {}): Promise<{ _id: string }> {
  const response = await page.request.fetch(path, { method, data });
  expect(response.status(), await response.text()).toBe(200);
  return response.json();
}

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
  await openQuestions(page);
  await workerReady(page);
  const qid = await ask(page, `The ${secret}`, `Where is the ${secret}?`);
  await page.goto(`/question/${qid}`);
  await expect(page.getByRole('heading', { name: `The ${secret}` })).toBeVisible();
  await expect.poll(() => storesSecret(page)).toBe(true);
  return qid;
}

/** Signs up at a site of the test's own, and opens a question that is then stored. */
async function signUpAt(page: Page, { url }: Site): Promise<void> {
  const data = { username: newName(), password };
  expect((await page.request.post(`${url}/user/signup`, { data })).status()).toBe(200);
  await page.goto(`${url}/home`);
  await workerReady(page);
  const question = { title: 'One', text: secret, tags: [{ name: 'test' }] };
  const { _id } = await send(page, 'POST', `${url}/question/addQuestion`, question);
  await page.goto(`${url}/question/${_id}`);
  await expect.poll(() => storesSecret(page)).toBe(true);
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
  await send(page, 'POST', '/answer/addAnswer', { qid, ans: { text: 'Around the **court**.' } });
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
  // A page that is left while it loads can come back once.
  await expect(async () => {
    await page.goto('/');
    await expect(page).toHaveURL('/home', { timeout: 2_000 });
  }).toPass();
  await page.goto('/question/00000000000000');
  await expect(page.getByText('You have not read this question on this device lately.')).toBeVisible();
  await expect(async () => {
    await page.goto('/users');
    await expect(page).toHaveURL('/users', { timeout: 2_000 });
    await expect(page.getByText('You are offline.')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Users List' })).toBeVisible();
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

test('… with a logout in another tab, which is closed at once', { tag: '@full' }, async ({ page, context }) => {
  await read(page);
  const other = await context.newPage();
  await other.goto('/home');
  const answered = other.waitForResponse('**/user/logout');
  await logOut(other);
  await answered;
  await other.close();
  await expectNothingLeft(page);
});

test('… with a login as another user', { tag: '@full' }, async ({ page, context }) => {
  const name = newName();
  await page.request.post('/user/signup', { data: { username: name, password } });
  await context.clearCookies();
  await read(page);
  const other = await context.newPage();
  await page.goto('about:blank');
  expect((await other.request.post('/user/login', { data: { username: name, password } })).status()).toBe(200);
  await other.goto(`/question/${await ask(other, 'Mine', 'Whose?')}`);
  await expect.poll(async () => (await readingCaches(other)).length).toBe(1);
  await expect.poll(() => storesSecret(other)).toBe(false);
});

test('… with the deletion of the account', { tag: '@full' }, async ({ page }) => {
  const name = newName();
  await read(page, name);
  await page.goto(`/user/${name}`);
  await page.getByRole('button', { name: 'Delete This User' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectNothingLeft(page);
});

test('… when the cookies are gone', { tag: '@full' }, async ({ page, context }) => {
  await read(page);
  await page.goto('about:blank');
  await context.clearCookies();
  await page.goto('/');
  await expectNothingLeft(page);
});

for (const isOpen of [true, false]) {
  const where = isOpen ? 'while the page is open' : 'while the site is closed';

  test(`… with a password reset in another browser ${where}`, { tag: '@full' }, async ({ page, browser, baseURL }) => {
    const name = newName();
    await read(page, name);
    if (!isOpen) await page.goto('about:blank');
    const elsewhere = await (await browser.newContext({ baseURL })).newPage();
    await elsewhere.request.post('/user/login', { data: { username: name, password } });
    await send(elsewhere, 'PATCH', '/user/resetPassword', { username: name, password: 'another colonnade' });
    if (!isOpen) await page.goto('/');
    await expectNothingLeft(page);
  });

  test(`… when an administrator disables the user ${where}`, { tag: '@full' }, async ({
    page,
    browser,
    baseURL,
    site,
  }) => {
    const name = newName();
    await read(page, name);
    if (!isOpen) await page.goto('about:blank');
    const administrator = await (await browser.newContext({ baseURL })).newPage();
    const root = newName('root');
    await signUp(administrator, root);
    promote(site, root);
    await send(administrator, 'POST', '/administration/disableUser', { userId: name });
    if (!isOpen) await page.goto('/questionPage');
    await expectNothingLeft(page);
  });
}

test('a question leaves the device when its reader loses the right to read it', async ({ page, browser, baseURL }) => {
  const owner = await (await browser.newContext({ baseURL })).newPage();
  await signUp(owner, newName());
  const name = newName();
  await signUp(page, name);
  await openQuestions(page);
  await workerReady(page);
  const community = await send(owner, 'POST', '/community/addCommunity', { name: newName(), visibility: 'private' });
  await send(page, 'POST', `/community/addMemberRequest/${community._id}`);
  await send(owner, 'POST', `/community/approveMemberRequest/${community._id}`, { userId: name });
  const question = { title: 'Inside', text: secret, tags: [{ name: 'test' }], communityId: community._id };
  const { _id } = await send(owner, 'POST', '/question/addQuestion', question);
  await page.goto(`/question/${_id}`);
  await expect.poll(() => storesSecret(page)).toBe(true);
  await page.goto('about:blank');
  await send(owner, 'DELETE', `/community/removeMember/${community._id}`, { userId: name });
  await page.goto(`/question/${_id}`);
  await expect(page.getByText('It does not exist, or you may not read it.')).toBeVisible();
  await expect.poll(() => storesSecret(page)).toBe(false);
});

test('switching offline reading off deletes what was read', { tag: '@full' }, async ({ page }) => {
  const name = newName();
  await read(page, name);
  await page.goto('/settings');
  await page.getByLabel('Offline reading').uncheck();
  await expect.poll(() => readingCaches(page)).toEqual([]);
  expect(await storesSecret(page)).toBe(false);
});

test('a site that turns push off removes its worker and all that is stored', { tag: '@full' }, async ({ page }) => {
  const site = new Site(settings);
  await site.start();
  await signUpAt(page, site);
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(2);
  await site.stop('SIGTERM');
  site.settings.STOA_PUSH_ENABLED = 'false';
  await site.start();
  await page.goto(`${site.url}/home`);
  await expect(page.getByRole('heading', { name: /'s Home$/ })).toBeVisible();
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await expect(page.locator('link[rel=manifest]')).toHaveCount(0);
  await site.remove();
});

test('a new version comes with the next navigation and disturbs no draft', { tag: '@full' }, async ({ page }) => {
  const site = new Site(settings);
  await site.start();
  await signUpAt(page, site);
  await page.goto(`${site.url}/new/question`);
  await page.getByLabel('Title').fill('A draft of mine');
  await workerReady(page);
  const shells = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.includes('-shell-')));
  const before = await shells();
  await site.stop('SIGTERM');
  site.settings.STOA_SITE_TITLE = 'Porch';
  await site.start();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect.poll(shells).not.toEqual(before);
  await expect.poll(async () => (await shells()).length).toBe(1);
  await expect(page.getByLabel('Title')).toHaveValue('A draft of mine');
  await expect(page).toHaveTitle(/Stoa$/);
  await page.goto(`${site.url}/home`);
  await expect(page).toHaveTitle(/Porch$/);
  await page.context().setOffline(true);
  await page.goto(`${site.url}/home`);
  await expect(page).toHaveTitle(/Porch$/);
  await site.remove();
});

/** Delivers a push message to the worker of the page, as a push service would. */
async function deliver(page: Page, origin: string, data: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) =>
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    }),
  );
  await client.send('ServiceWorker.enable');
  const registrationId = await registration;
  await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await client.detach();
}

test('a push message reaches the worker, also one that cannot be read', async ({ page, context, site }) => {
  await signUp(page, newName());
  await openQuestions(page);
  await workerReady(page);
  const [worker] = context.serviceWorkers();
  // Headless browsers deny the permission, so the worker records what it would show.
  await worker?.evaluate(() => {
    const shown: unknown[] = [];
    const showNotification = async (title: string, { body }: NotificationOptions) => void shown.push([title, body]);
    Object.defineProperty(Reflect.get(self, 'registration'), 'showNotification', { value: showNotification });
    Object.assign(self, { shown });
  });
  // A page in sight shows what is new itself.
  await deliver(page, site.url, JSON.stringify({ title: 'Not shown' }));
  await page.goto('about:blank');
  await deliver(
    page,
    site.url,
    JSON.stringify({ title: 'Ben answered', body: 'Around the court.', path: '/question/1' }),
  );
  await deliver(page, site.url, 'not JSON');
  await expect
    .poll(() => worker?.evaluate(() => Reflect.get(self, 'shown') as unknown[]))
    .toEqual([
      ['Ben answered', 'Around the court.'],
      ['Stoa', 'There is something new.'],
    ]);
});
