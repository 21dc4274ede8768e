import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { binary, expect, newName, newUser, openQuestions, password, promote, type Site, signUp, test } from './site';

const another = 'another stoa 1';

/** Makes all sessions of a user so old that the next action asks for the password. */
function makeOld({ directory }: Site, name: string) {
  const sql = `UPDATE sessions SET confirmed_at = 0 WHERE user_id = (SELECT id FROM users WHERE username = '${name}')`;
  const python = 'import sqlite3, sys; c = sqlite3.connect(sys.argv[1], 20); c.execute(sys.argv[2]); c.commit()';
  const { status, stderr } = spawnSync('python3', ['-c', python, join(directory, 'stoa.db'), sql], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
}

/** Signs a new administrator up on this page and returns their name. */
async function signInAdministrator(page: Page, site: Site): Promise<string> {
  const name = newName('root');
  await signUp(page, name);
  promote(site, name);
  return name;
}

/** Resets a login on the administration page and leaves the dialog with the link open. */
async function reset(page: Page, name: string) {
  await page.goto(`/administration?search=${name}`);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('button', { name: 'Reset login' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset login' }).click();
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Enter your current password to continue' });

async function answer(page: Page, secret: string) {
  await expect(question(page).getByLabel('Current Password')).toBeFocused();
  await page.keyboard.type(secret);
  await page.keyboard.press('Enter');
}

test('a reset login is renewed by its user, who sees who reset it', async ({ page, browser, site }) => {
  const root = await signInAdministrator(page, site);
  const name = newName();
  const before = await newUser(browser, site, name);
  await openQuestions(before);
  await reset(page, name);
  const dialog = page.getByRole('dialog', { name: `The login of ${name} is reset` });
  const link = await dialog.getByLabel(`Link for ${name}`).inputValue();
  expect(link).toMatch(new RegExp(`^${site.url}/reset#token=[\\w-]{43}$`));
  await expectAccessible(page, 'the link');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByLabel(`Link for ${name}`)).toHaveCount(0);
  await expect(before.getByText('Your session has ended.')).toBeVisible();

  const user = await (await browser.newContext({ baseURL: site.url })).newPage();
  await user.goto(link);
  await user.getByLabel('New Password', { exact: true }).fill('short');
  await user.getByLabel('Confirm New Password').fill('short');
  await user.getByRole('button', { name: 'Set Password and Log In' }).click();
  await expect(user.getByRole('alert')).toHaveText('Password must be at least 8 characters long');
  await expectAccessible(user, 'the new password');
  await user.getByLabel('New Password', { exact: true }).fill(another);
  await user.getByLabel('Confirm New Password').fill(another);
  await user.getByRole('button', { name: 'Set Password and Log In' }).click();
  await expect(user.getByRole('heading', { name: `${name}'s Home` })).toBeVisible();

  const notice = user.getByRole('region', { name: 'Security notices' });
  await expect(notice).toContainText(`Your login was reset by ${root} on `);
  await expectAccessible(user, 'the notice');
  await user.reload();
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeHidden();
  await user.reload();
  await expect(user.getByRole('heading', { name: `${name}'s Home` })).toBeVisible();
  await expect(notice).toBeHidden();

  // The link is used up.
  await before.goto(link);
  await before.getByLabel('New Password', { exact: true }).fill(password);
  await before.getByLabel('Confirm New Password').fill(password);
  await before.getByRole('button', { name: 'Set Password and Log In' }).click();
  await expect(before.getByRole('alert')).toHaveText(
    'This link is not valid, or not any more: ask an administrator for a new one',
  );
});

test('an old session asks for the password before the account is deleted', async ({ page, site }) => {
  const name = newName();
  await signUp(page, name);
  await page.goto(`/user/${name}`);
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete This User' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  };
  makeOld(site, name);
  await remove();
  await expect(question(page)).toBeVisible();
  await expectAccessible(page, 'the question for the password');
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(page.getByText('Failed to delete user.')).toHaveCount(0);

  await remove();
  await answer(page, 'wrong password');
  await expect(question(page).getByRole('alert')).toHaveText('The password is wrong.');
  await question(page).getByLabel('Current Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`User "${name}" deleted successfully.`)).toBeVisible();
});

test('an administrator gives the password once for ten minutes', { tag: '@full' }, async ({ page, browser, site }) => {
  const root = await signInAdministrator(page, site);
  const [first, second] = [newName(), newName()];
  for (const name of [first, second]) await (await newUser(browser, site, name)).context().close();
  makeOld(site, root);
  await reset(page, first);
  await answer(page, password);
  await expect(page.getByRole('dialog', { name: `The login of ${first} is reset` })).toBeVisible();
  await reset(page, second);
  await expect(page.getByRole('dialog', { name: `The login of ${second} is reset` })).toBeVisible();
});

test('a new password keeps the browser signed in and its connection comes back', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
  const name = newName();
  await signUp(page, name);
  const cookie = async () =>
    (await page.context().cookies()).find((cookie) => cookie.name === 'stoa_session')?.value ?? '';
  const before = await cookie();
  await page.goto(`/user/${name}`);
  await page.getByLabel('New Password', { exact: true }).fill(another);
  await page.getByLabel('Confirm New Password').fill(another);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Password reset successful!')).toBeVisible();
  expect(await cookie()).not.toBe(before);
  await page.getByRole('link', { name: 'Questions', exact: true }).first().click();
  const asker = await newUser(browser, site);
  const title = `After the password ${newName()}`;
  const asked = await asker.request.post('/question/addQuestion', {
    data: { title, text: 'x', tags: [{ name: 'test' }] },
  });
  expect(asked.status()).toBe(200);
  // The connection has come back: the list shows the question at once.
  await expect(page.getByText(title)).toBeVisible();
});

test('the operator resets a login with a command', async ({ browser, site }) => {
  const name = newName();
  await newUser(browser, site, name);
  const run = (...args: string[]) =>
    spawnSync(binary, ['--data-dir', site.directory, ...args], {
      env: { ...process.env, STOA_BIN: undefined, STOA_SERVER_BASE_URL: site.url },
      encoding: 'utf8',
    });
  const made = run('user', 'reset-sign-in', name, '--json');
  expect(made.status, made.stderr).toBe(0);
  const { username, link } = JSON.parse(made.stdout) as { username: string; link: string };
  expect(username).toBe(name);
  const user = await (await browser.newContext({ baseURL: site.url })).newPage();
  await user.goto(link);
  await user.getByLabel('New Password', { exact: true }).fill(another);
  await user.getByLabel('Confirm New Password').fill(another);
  await user.getByRole('button', { name: 'Set Password and Log In' }).click();
  await expect(user.getByRole('region', { name: 'Security notices' })).toContainText(
    'Your login was reset by the operator of this site on ',
  );
  expect(run('user', 'reset-sign-in', 'nobody').status).toBe(4);
});
