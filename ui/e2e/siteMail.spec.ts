import { test as base } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, newName, promote, Site, signUp } from './site';

type Fixtures = { site: Site };

const test = base.extend<{ baseURL: string }, Fixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it depends on as a pattern
    async ({}, use) => {
      const site = new Site({ STOA_SERVER_BASE_URL: 'http://stoa.test', STOA_PICTURES_SITE_MB: '900' });
      await site.start();
      await use(site);
      await site.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

test('an administrator changes a limit and the mail server without a restart', async ({ page, browser, site }) => {
  const name = newName('root');
  await signUp(page, name);
  promote(site, name);
  await page.goto('/administration/settings');

  const limit = page.getByRole('textbox', { name: 'Uploads of a member in a day', exact: true });
  await limit.fill('7');
  await limit.press('Enter');
  await expect(page.getByText(/^Set by/)).toBeVisible();
  await expect(page.getByText(/environment variable STOA_PICTURES_SITE_MB/)).toBeVisible();

  // A visitor has opened the login page before.
  const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
  await visitor.goto('/');
  await expect(visitor.getByRole('button', { name: 'Submit' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Forgot password?' })).toBeHidden();

  await page.getByRole('button', { name: 'Set: Mail server' }).click();
  const form = page.getByRole('form', { name: 'Mail server' });
  await form.getByLabel('Mail server').fill('10.0.0.1');
  await form.getByLabel('Sender').fill('Stoa <stoa@stoa.test>');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/can only be set in the configuration of the server$/).first()).toBeVisible();
  await form.getByLabel('Mail server').fill('smtp.invalid');
  await form.getByLabel(/^Username/).fill('stoa');
  await form.getByLabel(/^Password/).fill('a mail secret');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('smtp.invalid · from Stoa <stoa@stoa.test> · username stoa')).toBeVisible();
  expect(await page.content()).not.toContain('a mail secret');

  await visitor.evaluate(() => window.dispatchEvent(new Event('focus')));
  await visitor.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(visitor.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();

  const trial = page.getByRole('form', { name: 'Test mail' });
  await trial.getByLabel(/^Your address/).fill('me@example.org');
  await trial.getByRole('button', { name: 'Send a test mail to me' }).click();
  await expect(trial.getByText(/cannot talk to smtp\.invalid, port 465/)).toBeVisible();
  // The header covers a part of what is scrolled below it.
  await page.evaluate(() => scrollTo(0, 0));
  await expectAccessible(page, 'the settings with a mail server');

  await page.reload();
  await page.getByRole('link', { name: 'Deliveries' }).click();
  await expect(page.getByText('Nothing has failed')).toBeVisible();
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await page.getByText('Show the values').click();
  await expect(page.getByText(/password changed/)).toBeVisible();
  expect(await page.content()).not.toContain('a mail secret');

  await page.locator('#content').getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Remove: Mail server' }).click();
  await expect(page.getByText('None: the site sends no mail')).toBeVisible();
});
