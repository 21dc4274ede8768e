import { spawnSync } from 'node:child_process';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, setTheme } from './axe';
import {
  ask,
  binary,
  expect,
  newName,
  newUser,
  openLive,
  openQuestions,
  password,
  promote,
  type Site,
  signUp,
  test,
} from './site';

/** Signs a new administrator up on this page and returns their name. */
async function signInAdministrator(page: Page, site: Site): Promise<string> {
  const name = newName('root');
  await signUp(page, name);
  promote(site, name);
  await page.goto('/home');
  return name;
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });

/** Chooses an action in the menu of a row and confirms it. */
async function choose(page: Page, name: string, label: string) {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('button', { name: label, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('only administrators can open the administration pages', { tag: '@full' }, async ({ page, browser, site }) => {
  await signInAdministrator(page, site);
  await page.getByRole('link', { name: 'Administration' }).click();
  await expect(page).toHaveURL('/administration');
  await expect(page.getByRole('heading', { name: 'Administration' })).toBeVisible();
  const other = await newUser(browser, site);
  await openQuestions(other);
  await expect(other.getByRole('link', { name: 'Administration' })).toHaveCount(0);
  await other.goto('/administration');
  await expect(other.getByRole('heading', { name: 'Only administrators can do this' })).toBeVisible();
  expect((await other.request.get('/administration/getUsers')).status()).toBe(403);
});

test('disabling a user ends their sessions until they are enabled again', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
  await signInAdministrator(page, site);
  const name = newName();
  const other = await newUser(browser, site, name);
  await openQuestions(other);
  await page.goto(`/administration?search=${name}`);
  await choose(page, name, 'Disable');
  await expect(other.getByText('Your session has ended.')).toBeVisible();
  await expect(row(page, name)).toContainText('Disabled');
  const logIn = () => other.request.post('/user/login', { data: { username: name, password } });
  expect((await logIn()).status()).toBe(403);
  await choose(page, name, 'Enable');
  await expect(row(page, name)).not.toContainText('Disabled');
  expect((await logIn()).status()).toBe(200);
});

test('an administrator grants and revokes the administrator role', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
  await signInAdministrator(page, site);
  const name = newName();
  const other = await newUser(browser, site, name);
  await page.goto(`/administration?search=${name}`);
  await choose(page, name, 'Make administrator');
  await expect(row(page, name)).toContainText('Administrator');
  await other.goto('/administration');
  await expect(other.getByRole('navigation', { name: 'Administration' })).toBeVisible();
  await choose(page, name, 'Remove as administrator');
  await expect(row(page, name)).not.toContainText('Administrator');
  expect((await other.request.get('/administration/getUsers')).status()).toBe(403);
});

test('an administrator ends a session from the list of sign-ins', { tag: '@full' }, async ({ page, browser, site }) => {
  await signInAdministrator(page, site);
  const name = newName();
  const other = await newUser(browser, site, name);
  await openQuestions(other);
  await page.goto('/administration');
  await page.getByRole('link', { name: 'Sessions' }).click();
  await page.getByRole('searchbox', { name: 'Search users' }).fill(name);
  await page.getByRole('button', { name: `Log out: ${name}` }).click();
  await expect(other.getByText('Your session has ended.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No sessions found' })).toBeVisible();
});

test('a removed post disappears for readers, shows its author the reason, and can be restored', async ({
  page,
  browser,
  site,
}) => {
  await signInAdministrator(page, site);
  const author = await newUser(browser, site);
  const reader = await newUser(browser, site);
  const title = newName('Buy my columns');
  const qid = await ask(author, title);
  const answer = await author.request.post('/answer/addAnswer', { data: { qid, ans: { text: 'They are cheap' } } });
  expect(answer.status()).toBe(200);
  for (const person of [page, author, reader]) {
    await openLive(person, `/question/${qid}`);
    await expect(person.getByText('They are cheap')).toBeVisible();
  }
  await expect(reader.getByRole('button', { name: /^Remove/ })).toHaveCount(0);

  const remove = async (kind: string, reason: string) => {
    await page.getByRole('button', { name: `Remove ${kind}` }).click();
    const dialog = page.getByRole('dialog', { name: `Remove this ${kind}?` });
    await dialog.getByRole('textbox').fill(reason);
    // A click outside does not close the dialog.
    await page.mouse.click(3, 3);
    await expect(dialog.getByRole('textbox')).toHaveValue(reason);
    await expectAccessible(page, `removing a ${kind}`);
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  };
  await test.step('readers lose the posts and their author reads the reason', async () => {
    await remove('answer', 'Advertising in an answer');
    await expect(reader.getByText('This answer is no longer here.')).toBeVisible();
    await expect(author.getByText('Advertising in an answer')).toBeVisible();
    await expect(author.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await remove('question', 'Advertising');
    await expect(reader.getByRole('heading', { name: 'This question was deleted.' })).toBeVisible();
    await expect(author.getByRole('heading', { name: 'This question was removed.' })).toBeVisible();
    await expect(author.getByText('A moderator of the site removed this question: Advertising')).toBeVisible();
    await author.goto('/deleted');
    await expect(author.getByText('A moderator of the site removed this question: Advertising')).toBeVisible();
    await expect(author.getByRole('button', { name: 'Undelete' })).toHaveCount(0);
    await expectAccessible(author, 'deleted posts');
    for (const text of ['Advertising', title]) await expect(reader.getByText(text)).toHaveCount(0);
  });
  await test.step('an administrator restores the posts', async () => {
    await page.goto('/administration/removed');
    const removed = page.getByRole('listitem').filter({ hasText: title });
    await expect(removed).toHaveCount(1);
    await removed.getByRole('button', { name: 'Restore the question' }).click();
    await expect(reader.getByRole('heading', { name: title })).toBeVisible();
    await removed.getByRole('button', { name: 'Restore the answer' }).click();
    await expect(reader.getByText('They are cheap')).toBeVisible();
  });
});

test('the log says who did what, and to whom', async ({ page, browser, site }) => {
  const root = await signInAdministrator(page, site);
  const name = newName();
  await newUser(browser, site, name);
  await page.goto(`/administration?search=${name}`);
  await choose(page, name, 'Disable');
  await expect(row(page, name)).toContainText(`by ${root}`);
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await expect(page).toHaveURL('/administration/log');
  const entry = page.getByRole('listitem').filter({ hasText: `${root} disabled ${name}` });
  await expect(entry).toBeVisible();
  // The operator's command above.
  await expect(
    page.getByRole('listitem').filter({ hasText: `gave the rights of an administrator to ${root}` }),
  ).toContainText('The operator');
  await expectAccessible(page, 'the log');
  const printed = spawnSync(binary, ['log', '--user', name, '--json', '--data-dir', site.directory], {
    env: { ...process.env, STOA_BIN: undefined },
    encoding: 'utf8',
  });
  expect(printed.status, printed.stderr).toBe(0);
  expect(JSON.parse(printed.stdout)).toMatchObject([{ actor: root, action: 'disable', target: name }]);
});

test('a user is deleted with all posts, which disappear for readers', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
  await signInAdministrator(page, site);
  const name = newName('spammer');
  const author = await newUser(browser, site, name);
  await openQuestions(author);
  const reader = await newUser(browser, site);
  const title = newName('Buy my columns');
  const qid = await ask(author, title);
  const text = newName('cheap columns');
  await author.request.post('/messaging/addMessage', { data: { messageToAdd: { msg: text } } });
  await reader.goto('/messaging');
  await expect(reader.getByText(text)).toBeVisible();
  await page.goto(`/administration?search=${name}`);
  await choose(page, name, 'Delete with posts');
  await expect(reader.getByText(text)).toHaveCount(0);
  await reader.goto(`/question/${qid}`);
  await expect(reader.getByText(title)).toHaveCount(0);
  await expect(author.getByText('Your session has ended.')).toBeVisible();
  await page.goto('/administration/log');
  await expect(page.getByRole('listitem').filter({ hasText: `deleted the user ${name} with posts` })).toBeVisible();
});

test('a backup is created, listed and valid', async ({ page, site }) => {
  await signInAdministrator(page, site);
  await page.goto('/administration/backups');
  await page.getByRole('button', { name: 'Back up now' }).click();
  const notice = page.getByText(/^Backed up and checked: stoa-.*\.tar\.zst$/);
  await expect(notice).toBeVisible();
  const name = ((await notice.textContent()) ?? '').replace('Backed up and checked: ', '');
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(/users?/);
  await page.getByRole('link', { name: 'Health' }).click();
  await expect(page.getByText('Last backup')).toBeVisible();
  await expect(page.getByText('never')).toHaveCount(0);
  const verified = spawnSync(binary, ['backup', 'verify', `${site.directory}/backups/${name}`], { encoding: 'utf8' });
  expect(verified.status, verified.stderr).toBe(0);
});

test('a user can be disabled with the keyboard alone', { tag: '@full' }, async ({ page, browser, site }) => {
  await signInAdministrator(page, site);
  const name = newName();
  await newUser(browser, site, name);
  await page.goto(`/administration?search=${name}`);
  const menu = page.getByRole('button', { name: `Actions for ${name}` });
  await expect(menu).toBeVisible();
  await page.getByRole('combobox', { name: 'Show' }).focus();
  const reach = async (target: Locator, key: string) => {
    const isFocused = () => target.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < 6 && !(await isFocused()); presses += 1) await page.keyboard.press(key);
    await expect(target).toBeFocused();
  };
  await reach(menu, 'Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'All about this account' })).toBeFocused();
  await reach(page.getByRole('button', { name: 'Disable' }), 'Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(row(page, name)).toContainText('Disabled');
  await expect(menu, 'focus returns to the menu button').toBeFocused();
});

test('the administration pages have no accessibility violations in dark, light and quartz', { tag: '@full' }, async ({
  page,
  site,
}) => {
  const inThemes = ['dark', 'light', 'quartz'];
  const name = await signInAdministrator(page, site);
  await page.request.post('/addCommunity', { data: { name: newName(), visibility: 'private' } });
  await page.request.post('/administration/removePost', {
    data: { id: await ask(page, newName()), reason: 'An example' },
  });
  for (const part of ['', '/settings', '/communities', '/sign-ins', '/removed', '/health', '/backups']) {
    await page.goto(`/administration${part}`);
    await expect(page.getByRole('heading', { name: 'Administration' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectAccessible(page, `/administration${part}`, inThemes);
    for (const [size, width, height] of [
      ['desktop', 1280, 850],
      ['phone', 390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const theme of inThemes) {
        await setTheme(page, theme);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${part} on a ${size} in ${theme} is not wider than the screen`).toBeLessThanOrEqual(0);
        const shots = process.env.SHOTS;
        if (shots) await page.screenshot({ path: `${shots}/${theme}-${size}${part.replace('/', '-')}.png` });
      }
    }
    await page.setViewportSize({ width: 1280, height: 850 });
  }
  await page.goto(`/administration?search=${name}-nobody`);
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
  await expectAccessible(page, 'no users found', inThemes);
});
