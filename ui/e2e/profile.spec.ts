import { readFileSync } from 'node:fs';
import { ask, expect, newName, newUser, openQuestions, password, signUp, test } from './site';

test("the calendar shows today's contributions to every viewer", { tag: '@full' }, async ({ page, browser, site }) => {
  const name = newName();
  await signUp(page, name);
  const qid = await ask(page, newName('Counted'));
  for (const text of ['One', 'Two']) {
    await page.request.post('/answer/addAnswer', { data: { qid, ans: { text } } });
  }
  await page.request.post('/comment/addComment', { data: { id: qid, type: 'question', comment: { text: 'Three' } } });
  const other = await newUser(browser, site);
  for (const reader of [page, other]) {
    await reader.goto(`/user/${name}`);
    const grid = reader.getByRole('grid', { name: /^Contributions in / });
    await expect(grid.getByRole('gridcell')).toHaveCount(42);
    await expect(grid.getByRole('columnheader').first()).toHaveAccessibleName('Monday');
    const today = grid.locator('[aria-current=date]');
    await expect(today).toContainText('4 contributions: 1 question, 2 answers, 1 comment');
    await reader.getByRole('button', { name: 'Show as list' }).click();
    await expect(reader.getByRole('listitem').filter({ hasText: '4 contributions' })).toHaveCount(1);
  }
});

test('the calendar counts new contributions live', async ({ page, browser, site }) => {
  const name = newName();
  await signUp(page, name);
  const qid = await ask(page, newName('Counted'));
  const reader = await newUser(browser, site);
  const today = reader.getByRole('grid').locator('[aria-current=date]');
  await reader.goto(`/user/${name}`);
  await expect(today).toContainText('1 contribution: 1 question');
  await page.request.post('/answer/addAnswer', { data: { qid, ans: { text: 'One' } } });
  await expect(today).toContainText('2 contributions: 1 question, 1 answer');
  await page.request.post('/comment/addComment', { data: { id: qid, type: 'question', comment: { text: 'Two' } } });
  await expect(today).toContainText('3 contributions: 1 question, 1 answer, 1 comment');
  await ask(page, newName('Counted'));
  await expect(today).toContainText('4 contributions: 2 questions, 1 answer, 1 comment');
});

test('the calendar is navigable with the keyboard alone', { tag: '@full' }, async ({ page }) => {
  const name = newName();
  await signUp(page, name);
  await page.goto(`/user/${name}`);
  const grid = page.getByRole('grid');
  const month = page.getByRole('heading', { name: /^\w+ \d{4}$/ });
  const thisMonth = (await month.textContent()) ?? '';
  await page.getByRole('button', { name: 'Show as list' }).focus();
  await page.keyboard.press('Tab');
  const today = grid.locator('[aria-current=date]');
  await expect(today).toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(month).not.toHaveText(thisMonth);
  const focused = grid.locator('td:focus');
  await expect(focused).toHaveAttribute('tabindex', '0');
  await page.keyboard.press('Home');
  await expect(focused).toContainText('Monday,');
  await page.keyboard.press('End');
  await expect(focused).toContainText('Sunday,');
  await page.keyboard.press('ArrowLeft');
  await expect(focused).toContainText('Saturday,');
  await page.keyboard.press('ArrowUp');
  await expect(focused).toContainText('Saturday,');
  // Future months are disabled.
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('PageDown');
  await expect(month).toHaveText(thisMonth);
  await expect(today).toBeFocused();
  await expect(page.getByRole('button', { name: 'Next month' })).toHaveAttribute('aria-disabled', 'true');
  // The grid is a single tab stop.
  await page.keyboard.press('Tab');
  await expect(grid.locator(':focus')).toHaveCount(0);
});

test('a failed request for contributions shows the reason and can be retried', { tag: '@full' }, async ({ page }) => {
  const name = newName();
  await signUp(page, name);
  await page.route('**/contributions/getContributions?*', (route) =>
    route.fulfill({ status: 503, contentType: 'text/plain', body: 'The site is busy, please try again' }),
  );
  await page.goto(`/user/${name}`);
  await expect(page.getByText('Error loading contributions: The site is busy, please try again')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('gridcell')).toHaveCount(42);
});

test('ending other sessions logs those browsers out live', async ({ page, browser, site }) => {
  const name = newName();
  await signUp(page, name);
  const elsewhere = async () => {
    const other = await (await browser.newContext({ baseURL: site.url })).newPage();
    await other.request.post('/user/login', { data: { username: name, password } });
    await other.goto('/tags');
    await expect(other.getByRole('heading', { name: /Tags$/ })).toBeVisible();
    return other;
  };
  const [one, two, three] = [await elsewhere(), await elsewhere(), await elsewhere()];
  await page.goto('/settings/account');
  const others = page.getByRole('button', { name: /^Log out: / });
  await expect(others).toHaveCount(3);
  // Sessions are sorted newest first.
  await others.first().click();
  await expect(page.getByText('That session has ended.')).toBeVisible();
  await expect(others).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Sessions' }), 'focus stays in the list').toBeFocused();
  await expect(three.getByText('Your session has ended.')).toBeVisible();
  await expect(three).toHaveURL('/');
  await page.getByRole('button', { name: 'Log out everywhere else' }).click();
  await expect(page.getByText('You are logged out everywhere else.')).toBeVisible();
  await expect(others).toHaveCount(0);
  for (const other of [one, two]) await expect(other.getByText('Your session has ended.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('this browser', { exact: true })).toBeVisible();
});

test('users can download their data', async ({ page }) => {
  const name = newName();
  await signUp(page, name);
  const title = newName('Mine');
  await ask(page, title);
  await page.goto('/settings/privacy');
  const coming = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download your data' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe(`stoa-${name}.json`);
  const data = JSON.parse(readFileSync(await download.path(), 'utf8')) as { user: { username: string } };
  expect(data.user.username).toBe(name);
  expect(JSON.stringify(data)).toContain(title);
});

test('only the user sees the private sections of their profile', { tag: '@full' }, async ({ page, browser, site }) => {
  const name = newName();
  await signUp(page, name);
  await page.goto(`/user/${name}`);
  const own = ['Settings', 'Reset Password', 'Danger Zone'];
  for (const heading of own) await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  const other = await newUser(browser, site);
  await other.goto(`/user/${name}`);
  await expect(other.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
  for (const heading of own) await expect(other.getByRole('heading', { name: heading, exact: true })).toBeHidden();
  await expect(other.getByRole('button', { name: 'Edit' })).toBeHidden();
});

test('the user search works and Back restores it', { tag: '@full' }, async ({ page, browser, site }) => {
  const name = newName('Searched');
  await signUp(page, newName());
  await newUser(browser, site, name);
  await openQuestions(page);
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByPlaceholder('Search Usernames ...').fill(` ${name.toLowerCase()} `);
  await expect(page.getByText('1 users', { exact: true })).toBeVisible();
  await page.getByRole('link', { name }).click();
  await expect(page).toHaveURL(`/user/${name}`);
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByPlaceholder('Search Usernames ...')).toHaveValue(name.toLowerCase());
  await page.getByPlaceholder('Search Usernames ...').fill(`${name}-nobody`);
  await expect(page.getByRole('heading', { name: 'No Users Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all users' }).click();
  await expect(page.getByRole('link', { name })).toBeVisible();
});

test('one click on a profile opens a chat in which one can write', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
  const [name, other] = [newName(), newName()];
  await signUp(page, name);
  await newUser(browser, site, other);
  await page.goto(`/user/${other}`);
  await page.getByRole('button', { name: `Message ${other}` }).click();
  await expect(page).toHaveURL(/\/messaging\/direct-message\?chat=/);
  await expect(page.getByPlaceholder('Type your message here')).toBeEditable();
});

test('a profile does not open a chat with a user who has blocked the viewer', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
  const [name, other] = [newName(), newName()];
  await signUp(page, name);
  const blocker = await newUser(browser, site, other);
  const blocked = await blocker.request.post('/user/blockUser', { data: { userId: name } });
  expect(blocked.status()).toBe(200);
  await page.goto(`/user/${other}`);
  await page.getByRole('button', { name: `Message ${other}` }).click();
  await expect(page.getByText('Error while opening the chat')).toBeVisible();
  await expect(page).toHaveURL(`/user/${other}`);
});

test('a profile lists the posts that the viewer may read, and the year with them', async ({ page, browser, site }) => {
  const name = newName();
  await signUp(page, name);
  const title = newName('Listed');
  const qid = await ask(page, title);
  await page.request.post('/answer/addAnswer', { data: { qid, ans: { text: 'An answer' } } });
  const reader = await newUser(browser, site);
  await reader.goto(`/user/${name}`);
  await expect(reader.getByRole('region', { name: 'Past year' })).toContainText(
    '2 contributions in the past year, on 1 day',
  );
  const posts = reader.getByRole('region', { name: 'Questions and answers' });
  await expect(posts.getByRole('listitem')).toHaveCount(2);
  await reader.getByRole('link', { name: '1 question · 1 answer' }).click();
  await expect(posts).toBeFocused();
  await posts.getByRole('button', { name: 'Questions' }).click();
  await expect(posts.getByRole('listitem')).toHaveCount(1);
  // Live.
  await ask(page, newName('Listed'));
  await expect(posts.getByRole('listitem')).toHaveCount(2);
  await posts.getByRole('link', { name: title }).click();
  await expect(reader).toHaveURL(`/question/${qid}`);
});

test('a mouse or a focus that stays on an author shows a card about them', { tag: '@full' }, async ({
  page,
  browser,
  site,
}) => {
  const author = newName();
  const other = await newUser(browser, site, author);
  const title = newName('Carded');
  await ask(other, title);
  await signUp(page, newName());
  await openQuestions(page);
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(`/user/getUser/${author}`)) requests += 1;
  });
  const link = page.getByRole('article', { name: title }).getByRole('link', { name: author });
  const card = page.getByRole('group', { name: `About ${author}` });
  await link.hover();
  await expect(card).toContainText('1 question · 0 answers');
  await card.getByRole('button', { name: `Message ${author}` }).hover();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await page.mouse.move(0, 0);
  await link.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(card).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(card.getByRole('button', { name: `Message ${author}` })).toBeFocused();
  expect(requests).toBe(1);
});
