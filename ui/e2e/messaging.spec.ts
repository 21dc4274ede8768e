import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import {
  expect,
  holdRequests,
  newName,
  newUser,
  openQuestions,
  password,
  promote,
  recordSent,
  Site,
  test as siteTest,
} from './site';

/**
 * The `ownSite` fixture is a separate site per test, because the global chat is shared by all users
 * of a site.
 */
const test = siteTest.extend<{ ownSite: Site }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it depends on as a pattern
  ownSite: async ({}, use) => {
    const site = new Site();
    await site.start();
    await use(site);
    await site.remove();
  },
});

async function call<T>(page: Page, path: string, data: unknown): Promise<T> {
  const response = await page.request.post(path, { data });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()) as T;
}

const postGlobalMessage = (page: Page, msg: string) => call(page, '/messaging/addMessage', { messageToAdd: { msg } });
const postChatMessage = (page: Page, chat: string, msg: string) => call(page, `/chat/${chat}/addMessage`, { msg });
const getOrCreateChat = async (page: Page, ...participants: string[]) =>
  (await call<{ _id: string }>(page, '/chat/createChat', { participants, messages: [] }))._id;

const list = (page: Page) => page.getByRole('region', { name: 'Messages' });
/** The texts of the messages, in order. */
const texts = (page: Page) => list(page).locator('li .markdown');
const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, exact: true });
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const chats = (page: Page) => page.getByRole('navigation', { name: 'Chats' }).getByRole('link');

async function open(page: Page, path = '/messaging') {
  await page.goto(path);
  await expect(field(page)).toBeVisible();
}

async function sendMessage(page: Page, text: string) {
  await field(page).fill(text);
  await page.keyboard.press('Enter');
}

/** Returns the distance of the scroll position from the end, in pixels. */
const fromEnd = (page: Page) =>
  list(page).evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);

async function newUsers(browser: Browser, site: Site, ...names: string[]): Promise<Page[]> {
  const pages: Page[] = [];
  for (const name of names) pages.push(await newUser(browser, site, name));
  return pages;
}

test('a global message appears in a second browser without a reload', async ({ browser, ownSite }) => {
  const [ann, ben] = (await newUsers(browser, ownSite, 'ann', 'ben')) as [Page, Page];
  await open(ann);
  await open(ben);
  await expect(ann.getByText('No messages yet.')).toBeVisible();
  await ann.getByRole('button', { name: 'Send' }).click();
  await expect(ann.getByRole('alert')).toHaveText('Message cannot be empty');
  await field(ann).pressSequentially('Hello **you**');
  await ann.keyboard.press('Shift+Enter');
  await field(ann).pressSequentially('and you');
  await ann.getByRole('button', { name: 'Send' }).click();
  await expect(field(ann)).toHaveValue('');
  for (const page of [ann, ben]) {
    await expect(texts(page)).toHaveText(['Hello you\nand you']);
    await expect(list(page).locator('strong')).toHaveText('you');
    await expect(list(page).getByRole('link', { name: 'ann', exact: true })).toHaveAttribute('href', '/user/ann');
  }
});

test('a script in a message stays text', { tag: '@full' }, async ({ browser, ownSite }) => {
  const [ann, ben] = (await newUsers(browser, ownSite, 'ann', 'ben')) as [Page, Page];
  await postGlobalMessage(ann, 'Hello');
  await open(ann);
  await open(ben);
  const script =
    '<img src=x onerror="document.title=1"><script>document.title=2</script> [x](javascript:alert(1)) [y](https://x.y"onclick="z)';
  await sendMessage(ben, script);
  await sendMessage(ben, 'Once more');
  await expect(texts(ann).last()).toHaveText('Once more');
  await expect(texts(ann).nth(1)).toContainText('<img src=x onerror="document.title=1"><script>');
  await expect(list(ann).locator('img, script, [onclick], [onerror]')).toHaveCount(0);
  await expect(list(ann).locator('a[href^="javascript"]')).toHaveCount(0);
  await expect(ann).toHaveTitle('Global Messages · Stoa');
  await expect(texts(ben)).toHaveCount(3);
});

/** Creates a chat with `count` messages in few requests and returns its id. */
async function longChat(page: Page, one: string, other: string, count: number, text: (number: number) => string) {
  const participants = [one, other];
  for (let first = 1; first <= count; first += 100) {
    const messages = Array.from({ length: Math.min(100, count + 1 - first) }, (_, index) => ({
      msg: text(first + index),
    }));
    await call(page, '/chat/createChat', { participants, messages });
  }
  return getOrCreateChat(page, ...participants);
}

test('scrolling up loads older messages without a jump while new ones wait', async ({ browser, site }) => {
  const [annName, benName] = [newName('ann'), newName('ben')];
  const [ann, ben] = (await newUsers(browser, site, annName, benName)) as [Page, Page];
  const id = await longChat(
    ben,
    annName,
    benName,
    230,
    (number) => `Message ${number} ${'of some length '.repeat(number % 9)}`,
  );
  await open(ann, `/messaging/direct-message?chat=${id}`);
  await expect(texts(ann)).toHaveCount(100);
  await expect(texts(ann).last()).toBeInViewport();
  await expect.poll(() => fromEnd(ann)).toBeLessThan(2);

  // The topmost message stays in view while older messages load above it.
  const first = list(ann)
    .locator('[data-id]')
    .filter({ hasText: /Message 131 / });
  await first.scrollIntoViewIfNeeded();
  const place = async () => (await first.boundingBox())?.y ?? Number.NaN;
  await expect(texts(ann)).toHaveCount(200);
  await expect(first).toBeInViewport();
  const before = await place();
  await postChatMessage(ben, id, 'While you read');
  await expect(ann.getByRole('button', { name: '1 new message', exact: true })).toBeVisible();
  await postChatMessage(ben, id, 'And another');
  await expect(ann.getByRole('button', { name: '2 new messages' })).toBeVisible();
  expect(Math.abs((await place()) - before)).toBeLessThan(2);

  await list(ann).evaluate((element) => element.scrollTo(0, 0));
  await expect(texts(ann)).toHaveCount(232);
  await expect(texts(ann).first()).toContainText('Message 1');
  await list(ann).evaluate((element) => element.scrollTo(0, 0));
  await expect(ann.getByText('This is the beginning.')).toBeInViewport();
  const all = await texts(ann).allTextContents();
  const numbers = all.slice(0, 230).map((text) => Number(/^Message (\d+)/.exec(text)?.[1]));
  expect(numbers).toEqual(Array.from({ length: 230 }, (_, index) => index + 1));

  await ann.getByRole('button', { name: '2 new messages' }).click();
  await expect(texts(ann).last()).toHaveText('And another');
  await expect(texts(ann).last()).toBeInViewport();
  await expect(ann.getByRole('button', { name: /new message/ })).toBeHidden();
  // The "New" line marks the first unread message.
  await expect(list(ann).getByText('New', { exact: true })).toBeInViewport();
  // At the end of the list, new messages scroll into view.
  await postChatMessage(ben, id, 'Last');
  await expect(texts(ann).last()).toHaveText('Last');
  await expect.poll(() => fromEnd(ann)).toBeLessThan(2);
});

test('loading older messages keeps the scroll position to the pixel', { tag: '@full' }, async ({ browser, site }) => {
  const [annName, benName] = [newName('ann'), newName('ben')];
  const [ann, ben] = (await newUsers(browser, site, annName, benName)) as [Page, Page];
  const id = await longChat(ben, annName, benName, 150, (number) => `Message ${number}`);
  const release = await holdRequests(ann, '**/chat/*?*cursor=*');
  await open(ann, `/messaging/direct-message?chat=${id}`);
  await expect(texts(ann)).toHaveCount(100);
  await list(ann).evaluate((element) => element.scrollTo(0, 120));
  const shown = list(ann)
    .locator('[data-id]')
    .filter({ hasText: /^Message 60$/ });
  const before = await shown.evaluate((element) => element.getBoundingClientRect().top);
  release();
  await expect(texts(ann)).toHaveCount(150);
  const after = await shown.evaluate((element) => element.getBoundingClientRect().top);
  expect(Math.abs(after - before)).toBeLessThan(2);
});

test('unread messages are counted, marked and then read in all tabs', { tag: '@full' }, async ({
  browser,
  ownSite,
}) => {
  const [ann, ben] = (await newUsers(browser, ownSite, 'ann', 'ben')) as [Page, Page];
  await open(ann);
  const markedRead = ann.waitForResponse('**/markRead');
  await postGlobalMessage(ben, 'Seen');
  await expect(texts(ann)).toHaveText(['Seen']);
  await markedRead;
  await ann.goto('/tags');
  const tab = await ann.context().newPage();
  await tab.goto('/users');
  for (const text of ['Unseen', 'Unseen too']) await postGlobalMessage(ben, text);
  for (const page of [ann, tab]) {
    await expect(nav(page).getByRole('link', { name: /^Messaging.*2 unread messages/ })).toBeVisible();
  }
  await nav(ann)
    .getByRole('link', { name: /^Messaging/ })
    .click();
  await expect(texts(ann)).toHaveText(['Seen', 'Unseen', 'Unseen too']);
  await expect(list(ann).getByRole('listitem')).toHaveText([/, \d{4}$/, /Seen/, 'New', /Unseen/, /Unseen too/]);
  for (const page of [ann, tab]) await expect(nav(page).getByText('unread')).toHaveCount(0);
  await ann.reload();
  await expect(texts(ann)).toHaveCount(3);
  await expect(list(ann).getByText('New', { exact: true })).toHaveCount(0);
});

test('a message written while offline is sent exactly once after reconnecting', async ({ browser, ownSite }) => {
  const [ann, ben] = (await newUsers(browser, ownSite, 'ann', 'ben')) as [Page, Page];
  await open(ann);
  await open(ben);
  await sendMessage(ann, 'Before');
  await expect(texts(ben)).toHaveText(['Before']);

  // The server stores the message, but its response is lost, and later requests fail.
  await ann.route('**/messaging/addMessage', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await ann.routeWebSocket('**/socket.io/**', (socket) => void socket.close());
  await ownSite.stop('SIGTERM');
  await ownSite.start();
  await sendMessage(ann, 'During');
  await expect(texts(ben)).toHaveText(['Before', 'During'], { timeout: 30_000 });
  await ann.context().setOffline(true);
  await sendMessage(ann, 'Offline');
  await expect(list(ann).getByText('Not sent yet. It will be sent again automatically.').first()).toBeVisible();
  await ann.unrouteAll({ behavior: 'wait' });
  await ann.context().setOffline(false);
  await expect(texts(ben)).toHaveText(['Before', 'During', 'Offline'], { timeout: 30_000 });
  await expect(texts(ann)).toHaveText(['Before', 'During', 'Offline'], { timeout: 30_000 });
  await expect(list(ann).getByText(/Not sent|Sending/)).toHaveCount(0);
  await ann.reload();
  await expect(texts(ann)).toHaveText(['Before', 'During', 'Offline']);
});

test('a reload keeps unsent messages and drafts', { tag: '@full' }, async ({ browser, ownSite }) => {
  const [ann] = (await newUsers(browser, ownSite, 'ann')) as [Page];
  await open(ann);
  await ann.route('**/messaging/addMessage', (route) => route.abort());
  await sendMessage(ann, 'Waits');
  await expect(list(ann).getByText('Not sent yet. It will be sent again automatically.')).toBeVisible();
  await field(ann).fill('Not finished');
  await ann.unrouteAll({ behavior: 'wait' });
  await ann.reload();
  await expect(field(ann)).toHaveValue('Not finished');
  await expect(texts(ann)).toHaveText(['Waits']);
  await expect(list(ann).getByText(/Not sent|Sending/)).toHaveCount(0);
  const stored = await ann.request.get('/messaging/getMessages');
  expect(((await stored.json()) as { msg: string }[]).map(({ msg }) => msg)).toEqual(['Waits']);
});

test('an unsent message of a lost session is never sent as another user', async ({ browser, ownSite }) => {
  const [ann] = (await newUsers(browser, ownSite, 'ann')) as [Page];
  await open(ann);
  await ann.route('**/messaging/addMessage', (route) => route.abort());
  await sendMessage(ann, 'By ann alone');
  await expect(list(ann).getByText('Not sent yet. It will be sent again automatically.')).toBeVisible();
  await ann.unrouteAll({ behavior: 'wait' });

  // Another tab logs in as Ben. This tab reconnects and resends the message before it learns of the
  // new user.
  const release = await holdRequests(ann, '**/user/me');
  const sentAgain = ann.waitForResponse('**/messaging/addMessage', { timeout: 30_000 });
  await call(ann, '/user/logout', {});
  await call(ann, '/user/signup', { username: 'ben', password });
  expect((await sentAgain).status()).toBe(403);
  release();
  await expect(ann.getByText('Your session has ended. Your drafts are kept.')).toBeVisible();
  expect(await (await ann.request.get('/messaging/getMessages')).json()).toEqual([]);

  await ann.request.post('/user/logout', { data: {} });
  await ann.getByLabel('Username').fill('ann');
  await ann.getByRole('textbox', { name: 'Password' }).fill(password);
  await ann.keyboard.press('Enter');
  await expect(texts(ann)).toHaveText(['By ann alone']);
  await expect(list(ann).getByText(/Not sent|Sending/)).toHaveCount(0);
});

test('a direct chat is live for its participants and hidden from others until they are added', async ({
  browser,
  site,
}) => {
  const [annName, benName, eveName] = [newName('ann'), newName('ben'), newName('eve')];
  const [ann, ben, eve] = (await newUsers(browser, site, annName, benName, eveName)) as [Page, Page, Page];
  // Everything pushed to Eve, over either transport.
  const pushed: string[] = [];
  eve.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => pushed.push(String(payload))));
  eve.on('response', (response) => {
    if (!response.url().includes('/socket.io/')) return;
    void response.text().then(
      (text) => pushed.push(text),
      () => {},
    );
  });
  await eve.goto('/messaging/direct-message');
  await expect(eve.getByText('No chats yet.')).toBeVisible();
  await ben.goto('/messaging/direct-message');
  await expect(ben.getByText('No chats yet.')).toBeVisible();

  await test.step('a user starts a chat with another one', async () => {
    await ann.goto('/messaging/direct-message');
    await expect(heading(ann, 'Select a user to start chatting')).toBeVisible();
    await ann.getByRole('button', { name: 'Start a Chat' }).click();
    await ann.getByRole('button', { name: 'Create New Chat' }).click();
    await expect(ann.getByRole('alert')).toHaveText('Please select a user to chat with');
    await ann.getByLabel('Search Usernames').fill(benName);
    await expect(ann.getByRole('listbox', { name: 'Users' }).getByRole('option')).toHaveText([benName]);
    await ann.getByLabel('Search Usernames').press('Enter');
    await expect(ann.getByText('Selected user:')).toContainText(benName);
    await ann.getByRole('button', { name: 'Create New Chat' }).click();
    await expect(heading(ann, `Chat Participants: ${annName}, ${benName}`)).toBeVisible();
    await expect(ann.getByRole('button', { name: 'Start a Chat' })).toBeVisible();
  });
  const address = new URL(ann.url());
  const id = address.searchParams.get('chat') ?? '';

  const secret = newName('secret');
  await test.step('messages appear live for both participants', async () => {
    await sendMessage(ann, `The *${secret}*`);
    await expect(texts(ann)).toHaveText([`The ${secret}`]);
    await expect(chats(ben)).toHaveText([new RegExp(`^Chat with: ${annName}.*1 unread message.*The \\*${secret}\\*`)]);
    await expect(nav(ben).getByRole('link', { name: /^Direct Messages.*1 unread chat/ })).toBeVisible();
    await chats(ben).click();
    await expect(texts(ben)).toHaveText([`The ${secret}`]);
    await expect(nav(ben).getByText('unread')).toHaveCount(0);
    await sendMessage(ben, 'Understood');
    await expect(texts(ann)).toHaveText([`The ${secret}`, 'Understood']);
    // The same participants share one chat.
    expect(await getOrCreateChat(ben, benName, annName)).toBe(id);
  });
  await test.step('outsiders receive nothing and cannot open the chat', async () => {
    // Eve receives a later public message, and nothing of the private chat before it.
    const open = newName('open');
    await postGlobalMessage(ben, open);
    await expect.poll(() => pushed.some((frame) => frame.includes(open))).toBe(true);
    expect(
      pushed.filter((frame) => frame.includes(secret) || frame.includes(id) || frame.includes('chatUpdate')),
    ).toEqual([]);
    await expect(eve.getByText('No chats yet.')).toBeVisible();
    for (const chat of [id, 'nonsense']) {
      await eve.goto(`/messaging/direct-message?chat=${chat}`);
      await expect(heading(eve, 'Invalid chat ID')).toBeVisible();
    }
  });
  await test.step('an added user sees the chat live from that point on', async () => {
    await eve.goto(`${address.pathname}${address.search}`);
    await expect(heading(eve, 'Invalid chat ID')).toBeVisible();
    await ben.getByRole('button', { name: 'Add a user' }).click();
    await expect(ben.getByText('New participants see only the messages that come after this.')).toBeVisible();
    await ben.getByLabel('Search Usernames').fill(eveName);
    await ben.getByRole('option', { name: eveName }).click();
    await ben.getByRole('button', { name: `Add ${eveName}` }).click();
    const participants = `Chat Participants: ${annName}, ${benName}, ${eveName}`;
    for (const page of [ann, ben, eve]) await expect(heading(page, participants)).toBeVisible();
    await expect(texts(eve)).toHaveCount(0);
    await sendMessage(eve, 'Me too');
    for (const page of [ann, ben]) await expect(texts(page).last()).toHaveText('Me too');
    await expect(texts(eve)).toHaveText(['Me too']);
  });
  await test.step('a user who leaves no longer sees the chat, which goes on for the others', async () => {
    await eve.getByRole('button', { name: 'Leave' }).click();
    await eve.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await expect(eve.getByText('No chats yet.')).toBeVisible();
    for (const page of [ann, ben])
      await expect(heading(page, `Chat Participants: ${annName}, ${benName}`)).toBeVisible();
    await sendMessage(ann, 'Bye');
    await expect(texts(ben).last()).toHaveText('Bye');
    await eve.goto(`${address.pathname}${address.search}`);
    await expect(heading(eve, 'Invalid chat ID')).toBeVisible();
  });
});

test('a page joins the chat that it shows, again after a reconnect, and leaves it', { tag: '@full' }, async ({
  browser,
  ownSite,
}) => {
  const [annName, benName] = [newName('ann'), newName('ben')];
  await newUser(browser, ownSite, benName);
  const ann = await newUser(browser, ownSite, annName);
  const id = await getOrCreateChat(ann, annName, benName);
  const sent = recordSent(ann);
  const count = (event: string) => sent.filter((packet) => packet.includes(`["${event}","${id}"]`)).length;
  await ann.goto(`/messaging/direct-message?chat=${id}`);
  await expect.poll(() => count('joinChat')).toBe(1);
  await ownSite.stop('SIGTERM');
  await ownSite.start();
  await expect.poll(() => count('joinChat'), { timeout: 30_000 }).toBe(2);
  await ann.getByRole('link', { name: 'Global Messages' }).click();
  await expect.poll(() => count('leaveChat')).toBe(1);
});

test('chats are ordered by their last message and show their unread count', { tag: '@full' }, async ({
  browser,
  site,
}) => {
  const [annName, benName, cemName] = [newName('ann'), newName('ben'), newName('cem')];
  const [ann, ben, cem] = (await newUsers(browser, site, annName, benName, cemName)) as [Page, Page, Page];
  const [withBen, withCem] = [
    await getOrCreateChat(ann, annName, benName),
    await getOrCreateChat(ann, annName, cemName),
  ];
  await ann.goto('/messaging/direct-message');
  await expect(chats(ann)).toHaveText([`Chat with: ${cemName}`, `Chat with: ${benName}`]);
  await postChatMessage(ben, withBen, 'one');
  await expect(chats(ann)).toHaveText([new RegExp(`^Chat with: ${benName}`), `Chat with: ${cemName}`]);
  await postChatMessage(ben, withBen, 'two');
  await expect(chats(ann).first()).toContainText('2 unread messages');
  await expect(chats(ann).first(), 'a direct chat shows no author').not.toContainText(`${benName}:`);
  await postChatMessage(cem, withCem, 'three');
  await expect(chats(ann)).toHaveText([new RegExp(`^Chat with: ${cemName}`), new RegExp(`^Chat with: ${benName}`)]);
  await expect(nav(ann).getByRole('link', { name: /^Direct Messages.*2 unread chats/ })).toBeVisible();
  await chats(ann).last().click();
  await expect(list(ann).getByText('New', { exact: true })).toBeVisible();
  await expect(chats(ann).last()).not.toContainText('unread');
  await expect(nav(ann).getByRole('link', { name: /^Direct Messages.*1 unread chat$/ })).toBeVisible();
  await sendMessage(ann, 'four');
  await expect(chats(ann).first()).toContainText('You: four');
  await expect(chats(ann)).toHaveText([new RegExp(`^Chat with: ${benName}`), new RegExp(`^Chat with: ${cemName}`)]);
});

test('the chats have no accessibility violations in dark, light and minty', { tag: '@full' }, async ({
  browser,
  ownSite,
}) => {
  test.setTimeout(240_000);
  const [ann, ben] = (await newUsers(browser, ownSite, 'ann', 'ben')) as [Page, Page];
  const inThemes = ['dark', 'light', 'minty'];
  const id = await getOrCreateChat(ben, 'ann', 'ben');
  for (const text of ['A [link](https://x.y), `code` and **more**', 'Again']) {
    await postGlobalMessage(ben, text);
    await postChatMessage(ben, id, text);
  }
  await open(ann);
  await ann.route('**/addMessage', (route) => route.abort());
  await sendMessage(ann, 'Not sent');
  await ann.keyboard.press('Enter');
  await expect(ann.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(ann.getByText('Message cannot be empty')).toBeVisible();
  await expectAccessible(ann, 'the global chat', inThemes);
  await open(ann, `/messaging/direct-message?chat=${id}`);
  await ann.getByRole('button', { name: 'Start a Chat' }).click();
  await expect(ann.getByRole('option', { name: 'ben' })).toBeVisible();
  await ann.getByRole('button', { name: 'Add a user' }).click();
  await expectAccessible(ann, 'direct messages', inThemes);
  await ann.goto('/messaging/direct-message?chat=x');
  await expect(heading(ann, 'Invalid chat ID')).toBeVisible();
  await expectAccessible(ann, 'a chat that is not there', inThemes);
});

test('messages read on another device are marked as read on return', { tag: '@full' }, async ({ browser, ownSite }) => {
  const [ann, ben] = (await newUsers(browser, ownSite, 'ann', 'ben')) as [Page, Page];
  const id = await getOrCreateChat(ben, 'ann', 'ben');
  await ann.goto('/messaging/direct-message');
  await postChatMessage(ben, id, 'Unseen');
  await postGlobalMessage(ben, 'Unseen by all');
  await expect(chats(ann)).toContainText('1 unread message');
  await expect(nav(ann).getByRole('link', { name: /^Direct Messages.*1 unread chat/ })).toBeVisible();
  await expect(nav(ann).getByRole('link', { name: /^Global Messages.*1 unread message/ })).toBeVisible();

  const device = await (await browser.newContext({ baseURL: ownSite.url })).newPage();
  await device.request.post('/user/login', { data: { username: 'ann', password } });
  for (const path of ['/messaging', `/messaging/direct-message?chat=${id}`]) {
    const markedRead = device.waitForResponse('**/markRead');
    await open(device, path);
    await markedRead;
  }
  await expect(nav(device).getByText('unread')).toHaveCount(0);
  // Revalidation on focus is throttled, so the event is repeated.
  await expect(async () => {
    await ann.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(nav(ann).getByText('unread')).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await expect(chats(ann)).not.toContainText('unread');
});

test('a site without chat has no messaging pages', { tag: '@full' }, async ({ browser }) => {
  const site = new Site({ STOA_FEATURES_CHAT: 'false' });
  await site.start();
  try {
    const ann = await newUser(browser, site, 'ann');
    await openQuestions(ann);
    await expect(nav(ann).getByRole('link', { name: 'Tags' })).toBeVisible();
    await expect(nav(ann).getByRole('link', { name: 'Messaging' })).toHaveCount(0);
    for (const path of ['/messaging', '/messaging/direct-message']) {
      await ann.goto(path);
      await expect(heading(ann, 'There is no such page')).toBeVisible();
    }
  } finally {
    await site.remove();
  }
});

test.describe('on a phone', () => {
  test('the chat list and the chat are separate views that fit the screen', { tag: '@full' }, async ({
    browser,
    ownSite,
  }) => {
    const [ann, ben] = (await newUsers(browser, ownSite, 'ann', 'ben')) as [Page, Page];
    await ann.setViewportSize({ width: 390, height: 844 });
    const id = await getOrCreateChat(ben, 'ann', 'ben');
    await postChatMessage(ben, id, `https://example.org/${'x'.repeat(200)} and \`${'y'.repeat(200)}\``);
    const fits = async () => {
      const width = await ann.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
      expect(await list(ann).evaluateAll((lists) => lists.every((list) => list.scrollWidth <= list.clientWidth))).toBe(
        true,
      );
    };
    await open(ann);
    await fits();
    await expect(ann.getByRole('button', { name: 'Send' })).toBeInViewport();
    await ann.goto('/messaging/direct-message');
    await expect(heading(ann, 'Select a user to start chatting')).toBeHidden();
    await fits();
    const tab = ann.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: /^Messages/ });
    await expect(tab, 'the tab shows the unread chat').toHaveAccessibleName('Messages 1 unread chat');
    await chats(ann).click();
    await expect(heading(ann, 'Chat Participants: ann, ben')).toBeFocused();
    await expect(tab).toHaveAccessibleName('Messages');
    await expect(chats(ann)).toBeHidden();
    await expect(ann.getByRole('button', { name: 'Send' })).toBeInViewport();
    await fits();
    await ann.getByRole('link', { name: 'All chats' }).click();
    await expect(chats(ann)).toBeVisible();
    await expect(field(ann)).toBeHidden();
  });
});

test('users of whom one has blocked the other do not write to each other until they are unblocked', {
  tag: '@full',
}, async ({ browser, site }) => {
  const [annName, benName] = [newName('ann'), newName('ben')];
  const [ann, ben] = (await newUsers(browser, site, annName, benName)) as [Page, Page];
  const chat = await getOrCreateChat(ann, annName, benName);
  await ann.goto(`/user/${benName}`);
  await ann.getByRole('button', { name: 'Block' }).click();
  await expectAccessible(ann, 'the question whether to block', ['dark']);
  await ann.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(ann.getByText('You have blocked this user')).toBeVisible();
  await open(ben, `/messaging/direct-message?chat=${chat}`);
  await sendMessage(ben, 'Hello');
  await expect(ben.getByText('One of you has blocked the other')).toBeVisible();
  await ann.goto('/settings/privacy');
  await ann.getByRole('button', { name: `Unblock ${benName}` }).click();
  await expect(ann.getByText('You have blocked nobody')).toBeVisible();
  await ben.reload();
  await sendMessage(ben, 'Hello again');
  await open(ann, `/messaging/direct-message?chat=${chat}`);
  await expect(texts(ann).last()).toHaveText('Hello again');
});

test('a removed message disappears in a second browser without a reload', { tag: '@full' }, async ({
  browser,
  ownSite,
}) => {
  const [root, ann, ben] = (await newUsers(browser, ownSite, 'root1', 'ann', 'ben')) as [Page, Page, Page];
  promote(ownSite, 'root1');
  for (const text of ['one', 'two', 'three']) await postGlobalMessage(ann, text);
  for (const page of [root, ann, ben]) await open(page);
  await expect(texts(ben)).toHaveText(['one', 'two', 'three']);
  await expect(ben.getByRole('button', { name: /^Remove/ })).toHaveCount(0);

  const remove = async (page: Page, text: string, name: string) => {
    const item = list(page).getByRole('listitem').filter({ hasText: text });
    await item.hover();
    await item.getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove this message?' });
    await expectAccessible(page, `removing a message as ${name}`);
    if (page === root) await dialog.getByLabel('Reason').fill('Off topic');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  await remove(ann, 'two', 'Remove my message');
  for (const page of [root, ann, ben]) await expect(texts(page)).toHaveText(['one', 'three']);
  await remove(root, 'three', 'Remove the message by ann');
  for (const page of [root, ann, ben]) await expect(texts(page)).toHaveText(['one']);

  await test.step('a browser that was offline loses it when it is back', async () => {
    await ben.context().setOffline(true);
    await remove(ann, 'one', 'Remove my message');
    await postGlobalMessage(ann, 'four');
    await ben.context().setOffline(false);
    await expect(texts(ben)).toHaveText(['four']);
  });
});

test('an edit and a reply appear in a second browser without a reload', async ({ browser, ownSite }) => {
  const [ann, ben] = (await newUsers(browser, ownSite, 'ann', 'ben')) as [Page, Page];
  const chat = await getOrCreateChat(ann, 'ann', 'ben');
  for (const path of ['/messaging', `/messaging/direct-message?chat=${chat}`]) {
    for (const page of [ann, ben]) await open(page, path);
    await sendMessage(ann, 'teh end');
    const own = list(ann).getByRole('listitem').filter({ hasText: 'teh end' });
    await own.hover();
    await own.getByRole('button', { name: 'Edit my message' }).click();
    const text = ann.getByRole('textbox', { name: 'New text' });
    await text.fill('the end');
    await expectAccessible(ann, `editing a message on ${path}`);
    await text.press('Enter');
    for (const page of [ann, ben]) await expect(texts(page)).toHaveText(['the end']);
    await expect(list(ben)).toContainText('edited');

    const theirs = list(ben).getByRole('listitem').filter({ hasText: 'the end' });
    await theirs.hover();
    await expect(theirs.getByRole('button', { name: 'Edit my message' })).toHaveCount(0);
    await theirs.getByRole('button', { name: 'Reply to ann' }).click();
    await expect(field(ben)).toBeFocused();
    await expectAccessible(ben, `replying on ${path}`);
    await sendMessage(ben, 'At last');
    for (const page of [ann, ben]) await expect(texts(page)).toHaveText(['the end', 'At last']);
    await ann.getByRole('button', { name: 'In reply to ann the end' }).click();
    await expect(list(ann).getByRole('listitem').filter({ hasText: 'edited' })).toBeFocused();
  }
});
