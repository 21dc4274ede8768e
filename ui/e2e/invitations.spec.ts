import { spawnSync } from 'node:child_process';
import { type Browser, test as base, type Page } from '@playwright/test';
import { expectAccessible, setTheme } from './axe';
import { MailServer } from './mailServer';
import { binary, expect, newName, password, Site } from './site';

/** Runs a command on the data of a site, as its operator. */
function stoa({ directory }: Pick<Site, 'directory'>, args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(binary, ['--data-dir', directory, ...args], {
    env: { ...process.env, STOA_BIN: undefined, STOA_AUTH_SIGNUP: 'invite', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { code: status, stdout, stderr };
}

const test = base.extend<{ baseURL: string }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it depends on as a pattern
    async ({}, use) => {
      const site = new Site({ STOA_AUTH_SIGNUP: 'invite' });
      await site.start();
      await use(site);
      await site.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

/** Creates an administrator with a command and logs them in. Returns their name. */
async function signInAdministrator(page: Page, site: Site): Promise<string> {
  const name = newName('root');
  const made = stoa(site, ['user', 'create', name, '--role', 'administrator', '--generate']);
  expect(made.code, made.stderr).toBe(0);
  const data = { username: name, password: made.stdout.trim() };
  expect((await page.request.post('/user/login', { data })).status()).toBe(200);
  return name;
}

const newVisitor = async (browser: Browser, site: Site) => (await browser.newContext({ baseURL: site.url })).newPage();

/** Fills the sign-up form in and submits it. */
async function signUp(page: Page, name: string): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
}

const refusal = 'Sign-up on this site is by invitation: ask one of its administrators for a link.';

test('an invitation link signs up exactly one user', async ({ page, browser, site }) => {
  const root = await signInAdministrator(page, site);
  const note = newName('Ben of the library');
  await page.goto('/administration');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByLabel('Recipient')).toBeFocused();
  await page.keyboard.type(note);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `The invitation for ${note}` });
  const link = await dialog.getByLabel('Link for one person').inputValue();
  expect(link).toMatch(new RegExp(`^${site.url}/signup#invitation=[\\w-]{43}$`));
  await dialog.getByRole('button', { name: 'Close' }).click();
  const open = page.getByRole('region', { name: 'Open invitations' });
  const row = open.getByRole('listitem').filter({ hasText: note });
  await expect(row).toContainText(`Created by ${root}`);

  const guest = await newVisitor(browser, site);
  await guest.goto(link);
  await expect(guest.getByText('You are invited. Please sign up to continue.')).toBeVisible();
  // A sign-up that fails for another reason does not use the invitation up.
  await signUp(guest, root);
  await expect(guest.getByRole('alert')).toHaveText('Error while signing up: Username already taken');
  const name = newName('ben');
  await guest.getByLabel('Username').fill(name);
  await guest.getByRole('button', { name: 'Submit' }).click();
  await expect(guest).toHaveURL('/home');
  await expect(guest.getByRole('heading', { name: `${name}'s Home` })).toBeVisible();

  const late = await newVisitor(browser, site);
  await late.goto(link);
  await signUp(late, newName('late'));
  await expect(late.getByRole('alert')).toHaveText(
    'Error while signing up: This invitation is not valid, or not any more: ask for a new one',
  );
  expect((await late.request.get('/user/me')).status()).toBe(401);
  await page.reload();
  await expect(open.getByRole('heading')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('link', { name })).toBeVisible();
});

test('a revoked invitation is rejected', { tag: '@full' }, async ({ page, browser, site }) => {
  await signInAdministrator(page, site);
  const note = newName('not Ben');
  const reply = await page.request.post('/administration/createInvitation', { data: { note } });
  const { token } = (await reply.json()) as { token: string };
  await page.goto('/administration');
  await page.getByRole('button', { name: `Revoke the invitation for ${note}` }).click();
  await expect(page.getByRole('button', { name: `Revoke the invitation for ${note}` })).toHaveCount(0);
  const guest = await newVisitor(browser, site);
  await guest.goto(`/signup#invitation=${token}`);
  await signUp(guest, newName('guest'));
  await expect(guest.getByRole('alert')).toContainText('This invitation is not valid');
});

test('a visitor without an invitation cannot sign up', { tag: '@full' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText(refusal)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign up here' })).toHaveCount(0);
  await page.goto('/signup');
  await expect(page.getByText(refusal)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Have an account? Login here.' }).click();
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  const data = { username: newName(), password };
  const reply = await page.request.post('/user/signup', { data });
  expect([reply.status(), await reply.text()]).toEqual([403, 'Sign-up on this site is by invitation']);
});

test('commands create, list and revoke invitations while the server runs', async ({ browser, site }) => {
  const base_url = { STOA_SERVER_BASE_URL: 'https://qa.example.org/forum' };
  const note = newName('by a command');
  const made = stoa(site, ['user', 'invite', '--for', note, '--expires', '36h', '--json'], base_url);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  const { id, link, created_at, expires_at, ...rest } = JSON.parse(made.stdout);
  expect(rest).toEqual({ note });
  expect(link).toMatch(/^https:\/\/qa\.example\.org\/forum\/signup#invitation=[\w-]{43}$/);
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(36 * 3_600_000);

  // Standard output contains only the link.
  const plain = stoa(site, ['user', 'invite'], base_url);
  expect(plain.stdout).toMatch(/^https:\/\/qa\.example\.org\/forum\/signup#invitation=[\w-]{43}\n$/);
  expect(plain.stderr).toMatch(/^one person can sign up with this link until .*; stoa invitation revoke \w{13} takes/);
  expect(stoa(site, ['-q', 'user', 'invite'], base_url)).toMatchObject({ code: 0, stderr: '' });
  // A missing base URL is reported.
  const local = stoa(site, ['user', 'invite']);
  expect(local.stdout).toMatch(/^http:\/\/127\.0\.0\.1:8080\/signup#invitation=/);
  expect(local.stderr).toContain('server.base_url is not set');
  const nowhere = stoa(site, ['user', 'invite'], { STOA_SERVER_LISTEN: 'systemd' });
  expect(nowhere.stdout).toMatch(/^\/signup#invitation=/);
  for (const [mode, says] of [
    ['open', 'everybody can sign up'],
    ['closed', 'nobody can sign up'],
  ] as const) {
    const warned = stoa(site, ['user', 'invite'], { STOA_AUTH_SIGNUP: mode });
    expect(warned, mode).toMatchObject({ code: 0, stderr: expect.stringContaining(says) });
  }
  for (const wrong of ['30m', '366d', '0d', '-7d', 'soon', '1y']) {
    expect(stoa(site, ['user', 'invite', `--expires=${wrong}`]), wrong).toMatchObject({ code: 2, stdout: '' });
  }
  expect(stoa(site, ['user', 'invite', '--for', 'x'.repeat(101)])).toMatchObject({ code: 2, stdout: '' });

  type Listed = { id: string; state: string; note: string; used_by: string | null };
  const list = (...options: string[]): Listed[] =>
    JSON.parse(stoa(site, ['invitation', 'list', '--json', ...options]).stdout);
  expect(list().find((one) => one.id === id)).toMatchObject({ state: 'open', note, created_by: null, used_by: null });
  expect(stoa(site, ['invitation', 'list']).stdout).toMatch(/^\s*ID +STATE +EXPIRES +BY +USED BY +FOR/);

  const name = newName('guest');
  const guest = await newVisitor(browser, site);
  const invitation = new URLSearchParams(new URL(link).hash.slice(1)).get('invitation');
  const reply = await guest.request.post('/user/signup', { data: { username: name, password, invitation } });
  expect(reply.status(), await reply.text()).toBe(200);
  expect(list().map((one) => one.id)).not.toContain(id);
  expect(list('--all').find((one) => one.id === id)).toMatchObject({ state: 'used', used_by: name });

  const revoke = (...args: string[]) => stoa(site, ['invitation', 'revoke', ...args]);
  for (const none of [id, '0000000000001', 'nonsense']) {
    expect(revoke(none), none).toMatchObject({ code: 4, stderr: expect.stringContaining('stoa invitation list') });
  }
  expect(revoke().code).toBe(2);
  expect(revoke(id, '--all').code).toBe(2);
  const [first] = list();
  expect(JSON.parse(revoke(first?.id ?? '', '--json').stdout)).toEqual({ revoked: 1 });
  const left = list().length;
  expect(left).toBeGreaterThan(0);
  expect(JSON.parse(revoke('--all', '--json').stdout)).toEqual({ revoked: left });
  expect(list()).toEqual([]);
  for (const command of [
    ['user', 'invite'],
    ['invitation', 'list'],
  ])
    expect(stoa({ directory: `${site.directory}/none` }, command).code, command.join(' ')).toBe(4);
});

test('a command mails invitations, which the running server sends', async () => {
  const mailServer = new MailServer();
  const mail = {
    STOA_AUTH_SIGNUP: 'invite',
    STOA_SERVER_BASE_URL: 'http://stoa.test',
    STOA_MAIL_HOST: '127.0.0.1',
    STOA_MAIL_PORT: `${await mailServer.start()}`,
    STOA_MAIL_TLS: 'none',
    STOA_MAIL_FROM: 'Stoa <stoa@stoa.test>',
  };
  const site = new Site(mail);
  const invite = (args: string[], env = {}) => stoa(site, ['user', 'invite', ...args], { ...mail, ...env });
  const to = ['--mail', 'ben@example.org'];
  try {
    await site.start();
    expect(invite(to)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('no administrator') });
    expect(stoa(site, ['user', 'create', 'root1', '--role', 'administrator', '--generate']).code).toBe(0);
    for (const [args, env, says] of [
      [to, { STOA_MAIL_HOST: '' }, 'this site sends no mail'],
      [to, { STOA_AUTH_SIGNUP: 'closed' }, 'nobody can sign up'],
      [[...to, '--for', 'Ben'], {}, 'cannot be used with'],
      [Array<string[]>(31).fill(to).flat(), {}, '30'],
      [[...to, '--expires', '30m'], {}, ''],
    ] as const) {
      const refused = invite([...args], env);
      expect(refused, says).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(says) });
    }
    const mailed = invite([...to, '--mail', 'cem@example.org', '--mail', 'nobody', '--expires', '36h', '--json']);
    expect(mailed, mailed.stderr).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(mailed.stdout)).toEqual([
      { address: 'ben@example.org', outcome: 'sent' },
      { address: 'cem@example.org', outcome: 'sent' },
      { address: 'nobody', outcome: 'invalid' },
    ]);
    // An address gets one in a day.
    expect(invite(to).stdout).toMatch(/^ ADDRESS +OUTCOME *\n ben@example\.org +repeated *\n$/);
    await expect
      .poll(() => mailServer.mails.map(({ to }) => to).sort())
      .toEqual(['ben@example.org', 'cem@example.org']);
    const tokens = mailServer.mails.map(({ text }) => /#invitation=([\w-]{43})/.exec(text)?.[1]);
    expect(new Set(tokens).size).toBe(2);
    for (const status of [200, 403]) {
      const body = JSON.stringify({ username: newName('guest'), password, invitation: tokens[0] });
      const headers = { 'content-type': 'application/json', host: 'stoa.test' };
      const reply = await fetch(`${site.url}/user/signup`, { method: 'POST', headers, body });
      expect(reply.status, await reply.text()).toBe(status);
    }
  } finally {
    await site.remove();
    mailServer.stop();
  }
});

test('an invitation link works below a base path', { tag: '@full' }, async ({ browser }) => {
  const site = new Site({ STOA_AUTH_SIGNUP: 'invite', STOA_SERVER_BASE_URL: 'http://127.0.0.1:1/forum' });
  try {
    await site.start();
    const page = await newVisitor(browser, site);
    await page.goto('/forum/signup#invitation=secret');
    await expect(page.getByText('You are invited.')).toBeVisible();
    await page.getByRole('link', { name: 'Have an account? Login here.' }).click();
    await page.getByRole('link', { name: "Don't have an account? Sign up here." }).click();
    await expect(page).toHaveURL('/forum/signup#invitation=secret');
  } finally {
    await site.remove();
  }
});

test('the invitation pages have no accessibility violations in dark and light', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
  const inThemes = ['dark', 'light'];
  const shots = process.env.SHOTS;
  const inspect = async (page: Page, what: string) => {
    await page.waitForLoadState('networkidle');
    await expectAccessible(page, what, inThemes);
    for (const [size, width, height] of [
      ['desktop', 1280, 850],
      ['phone', 390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const theme of inThemes) {
        await setTheme(page, theme);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${what} on a ${size} in ${theme} is not wider than the screen`).toBeLessThanOrEqual(0);
        if (shots) await page.screenshot({ path: `${shots}/${what.replaceAll(' ', '-')}-${theme}-${size}.png` });
      }
    }
    await page.setViewportSize({ width: 1280, height: 850 });
  };
  await signInAdministrator(page, site);
  for (const data of [{ note: `${'A guest with a very long name '.repeat(3)}.` }, {}]) {
    await page.request.post('/administration/createInvitation', { data });
  }
  await page.goto('/administration');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await inspect(page, 'the form');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('dialog', { name: 'The invitation' })).toBeVisible();
  await inspect(page, 'the link');
  const guest = await newVisitor(browser, site);
  for (const [path, what] of [
    ['/', 'the landing page'],
    ['/signup', 'a sign-up without an invitation'],
    ['/signup#invitation=x', 'a sign-up with an invitation'],
  ] as const) {
    await guest.goto(path);
    await inspect(guest, what);
  }
});
