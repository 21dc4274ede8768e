import { createServer } from 'node:net';
import { test as base, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { TestProvider } from './provider';
import { expect, newName, newUser, Site } from './site';

type Fixtures = { site: Site; provider: TestProvider };

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });

const test = base.extend<{ baseURL: string }, Fixtures>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it depends on as a pattern
    async ({}, use) => {
      const provider = new TestProvider();
      await provider.start();
      await use(provider);
      provider.stop();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ provider }, use) => {
      const url = `http://127.0.0.1:${await freePort()}`;
      const site = new Site({
        STOA_SERVER_BASE_URL: url,
        STOA_AUTH_PROVIDER: `[{ id = "example", name = "Example", issuer = "${provider.issuer}", client_id = "stoa", private = true }]`,
      });
      site.url = url;
      await site.start();
      await use(site);
      await site.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

/** Goes to the provider from the login page, and says yes there. */
async function logIn(page: Page, provider: TestProvider, sub: string): Promise<void> {
  provider.person = { sub, preferred_username: sub };
  await page.goto('/');
  await page.getByRole('button', { name: 'Log in with Example' }).click();
  await page.getByRole('link', { name: 'Yes' }).click();
}

test('someone signs up through a provider, logs out and logs in again', async ({ page, provider }) => {
  const name = newName('ada');
  await logIn(page, provider, name);
  await expect(page.getByRole('heading', { name: 'Welcome to' })).toBeVisible();
  // The code is not in the address or its history.
  expect(page.url()).not.toContain('code');
  await expectAccessible(page, 'choosing a name');
  await expect(page.getByLabel('Username')).toHaveValue(name);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log out' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page.getByRole('button', { name: 'Log in with Example' })).toBeVisible();
  await logIn(page, provider, name);
  await expect(page).toHaveURL(/\/home$/);
  await page.goto('/settings/account');
  await expect(page.getByRole('heading', { name: 'Logins at other services' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove: Example' })).toBeVisible();
  await expectAccessible(page, 'logins at other services');
  await page.getByRole('button', { name: 'Remove: Example' }).click();
  await expect(page.getByText('This is your only way to log in: add another one first')).toBeVisible();
});

test('a member adds a login and removes it', async ({ browser, site, provider }) => {
  const name = newName('bob');
  const page = await newUser(browser, site, name);
  provider.person = { sub: `sub-${name}`, preferred_username: 'Bobby' };
  await page.goto('/settings/account');
  await page.getByRole('button', { name: 'Add a login at Example' }).click();
  await page.getByRole('link', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/\/settings\/account$/);
  await expect(page.getByText('Bobby')).toBeVisible();
  await page.getByRole('button', { name: 'Remove: Example' }).click();
  await expect(page.getByText('You can no longer log in this way.')).toBeVisible();
});

test('a person who says no, and a provider that is down, leave the login page in use', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Log in with Example' }).click();
  await page.getByRole('link', { name: 'No', exact: true }).click();
  await expect(page.getByText('The login was refused by Example: access_denied (<b>They said no</b>)')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the login' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});
