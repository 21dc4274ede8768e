import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { appOf, expect, newName, password, Site, signUp, test } from './site';

/** A site with a name, which passkeys need. Chromium resolves `localhost` to this machine. */
async function namedSite(): Promise<{ site: Site; url: string }> {
  const site = new Site();
  await site.start();
  const url = site.url.replace('127.0.0.1', 'localhost');
  await site.stop('SIGTERM');
  site.settings.STOA_SERVER_BASE_URL = url;
  await site.start();
  return { site, url };
}

/** Adds an authenticator that verifies its user, such as the fingerprint reader of a laptop. */
async function authenticator(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return cdp;
}

function makeOld({ directory }: Site, name: string) {
  const sql = `UPDATE sessions SET confirmed_at = 0 WHERE user_id = (SELECT id FROM users WHERE username = '${name}')`;
  const python = 'import sqlite3, sys; c = sqlite3.connect(sys.argv[1], 20); c.execute(sys.argv[2]); c.commit()';
  const { status, stderr } = spawnSync('python3', ['-c', python, join(directory, 'stoa.db'), sql], {
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
}

async function logOut(page: Page) {
  await page.evaluate(() => {
    const token = document.cookie.match(/XSRF-TOKEN=([^;]*)/)?.[1] ?? '';
    return fetch('/user/logout', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', 'x-xsrf-token': token },
    });
  });
  await page.goto('/', { waitUntil: 'commit' });
}

test('a passkey is added, logs in, confirms and is removed', async ({ browser }) => {
  const { site, url } = await namedSite();
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  page.on('pageerror', (error) => expect(error, 'no script fails').toBeNull());
  const name = newName();
  await signUp(page, name);
  await authenticator(page);
  await page.goto('/settings/account');
  await appOf(page);
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByLabel('Name').fill('My laptop');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByRole('status')).toHaveText('The passkey was added.');
  await expect(passkeys.getByRole('listitem')).toContainText('My laptop');
  await expectAccessible(page, 'the page with a passkey');

  // The virtual authenticator picks its key among the suggestions without a click.
  await logOut(page);
  await expect(page.getByRole('heading', { name: `${name}'s Home` })).toBeVisible();
  await page.goto('/settings/account');
  await appOf(page);
  await expect(page.getByRole('region', { name: 'Sessions' })).toContainText('logged in with a passkey');

  makeOld(site, name);
  await page.getByRole('button', { name: 'Turn on two-factor login' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter your current password to continue' });
  await expectAccessible(page, 'the dialog with a passkey');
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();

  await passkeys.getByRole('button', { name: 'Remove: My laptop' }).click();
  await expect(passkeys.getByRole('status')).toHaveText('The passkey was removed.');
  await site.remove();
});

test('the button logs in with a passkey, and a removed one is refused in plain words', async ({ browser }) => {
  const { site, url } = await namedSite();
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  const name = newName();
  await signUp(page, name);
  // Without suggestions, as in an older browser.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await authenticator(page);
  await page.goto('/settings/account');
  await appOf(page);
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(passkeys.getByRole('status')).toHaveText('The passkey was added.');
  await logOut(page);
  const button = page.getByRole('button', { name: 'Log in with a passkey' });
  await expectAccessible(page, 'the login page');
  await button.click();
  await expect(page.getByRole('heading', { name: `${name}'s Home` })).toBeVisible();

  await page.goto('/settings/account');
  await appOf(page);
  await passkeys.getByRole('button', { name: /^Remove:/ }).click();
  await expect(passkeys.getByRole('status')).toHaveText('The passkey was removed.');
  await logOut(page);
  await button.click();
  await expect(page.getByRole('alert').filter({ hasText: 'This passkey was not accepted' })).toBeVisible();
  await site.remove();
});

/** The code of an authenticator app (RFC 6238). */
function codeOf(secret: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replace(/\s/g, '')].map((c) => alphabet.indexOf(c).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(value % 1_000_000).padStart(6, '0');
}

test('two-factor login is turned on, asked for, and turned off with a recovery code', async ({ page, site }) => {
  const name = newName();
  await signUp(page, name);
  await page.goto('/settings/account');
  const section = page.getByRole('region', { name: 'Two-factor login' });
  await section.getByRole('button', { name: 'Turn on two-factor login' }).click();
  await expect(section.getByRole('img', { name: 'QR code' })).toBeVisible();
  await expectAccessible(page, 'the QR code');
  const secret = await section.locator('code').innerText();
  await section.getByLabel('Code').fill('000000');
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expect(section.getByRole('alert')).toContainText('This code is wrong or was used already');
  await section.getByLabel('Code').fill(codeOf(secret));
  await section.getByRole('button', { name: 'Turn on' }).click();
  const codes = section.getByRole('region', { name: /^Recovery codes/ });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page, 'the recovery codes');
  const [first, second] = await codes.getByRole('listitem').allInnerTexts();
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(section).toContainText('10 recovery codes are left');

  await logOut(page);
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  const code = page.getByLabel('Code');
  await expect(code).toBeFocused();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page.getByLabel('Username')).toHaveCount(0);
  await expectAccessible(page, 'the second step');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This code is wrong' })).toBeVisible();
  await code.fill(first ?? '');
  await page.getByLabel('Do not ask on this device for 30 days').check();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { name: `${name}'s Home` })).toBeVisible();

  await logOut(page);
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: `${name}'s Home` })).toBeVisible();
  await page.goto('/settings/account');
  await expect(section).toContainText('1 device needs no code at the moment.');
  await section.getByLabel('Code').fill(second ?? '');
  await section.getByRole('button', { name: 'Turn off' }).click();
  await expect(section.getByRole('button', { name: 'Turn on two-factor login' })).toBeVisible();
  expect(site.url).toBeTruthy();
});
