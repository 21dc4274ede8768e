import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, newName, newUser, type Site, test } from './site';

const count = 430;

async function call<T>(page: Page, path: string, data: unknown): Promise<T> {
  const response = await page.request.post(path, { data });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()) as T;
}

const region = (page: Page) => page.getByRole('region', { name: 'Messages' });
const texts = (page: Page) => region(page).locator('li .markdown');
const line = (page: Page, number: number) => texts(page).getByText(`Message ${number}.`);
const field = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const opener = (page: Page) => page.getByRole('button', { name: 'Search messages' });
const backToNewest = (page: Page) => page.getByRole('button', { name: /^Back to the newest messages/ });

type LongChat = { ann: Page; id: string; write: (msg: string) => Promise<unknown> };

/** Opens a chat of numbered messages, one with a needle. */
async function openLongChat(browser: Browser, site: Site): Promise<LongChat> {
  const participants = [newName('ann'), newName('ben')];
  const [ann, ben] = [await newUser(browser, site, participants[0]), await newUser(browser, site, participants[1])];
  const text = (number: number) => `Message ${number}. ${number === 40 ? 'The needle' : 'Hay '.repeat(number % 50)}`;
  let id = '';
  for (let first = 1; first <= count; first += 100) {
    const length = Math.min(100, count + 1 - first);
    const messages = Array.from({ length }, (_, index) => ({ msg: text(first + index) }));
    id = (await call<{ _id: string }>(ben, '/chat/createChat', { participants, messages }))._id;
  }
  await ann.goto(`/messaging/direct-message?chat=${id}`);
  await expect(line(ann, count)).toBeInViewport();
  return { ann, id, write: (msg) => call(ben, `/chat/${id}/addMessage`, { msg }) };
}

/** Searches for the needle and shows it. */
async function jump(page: Page) {
  await opener(page).click();
  await page.keyboard.type('needl');
  await page.keyboard.press('Enter');
  await page
    .getByRole('list', { name: 'Found messages' })
    .getByRole('button', { name: /needle/ })
    .click();
  await expect(line(page, 40)).toBeInViewport();
}

test('a search finds an old message and leads to it', async ({ browser, site }) => {
  const { ann } = await openLongChat(browser, site);
  // Otherwise axe measures colors on their way to those of the next theme.
  await ann.emulateMedia({ reducedMotion: 'reduce' });
  await opener(ann).click();
  await expectAccessible(ann, 'the empty search', ['dark', 'light']);
  await opener(ann).click();
  await jump(ann);
  await expect(ann.getByText('1 message found. Searched all messages.')).toBeVisible();
  await expect(region(ann).locator('li:focus')).toContainText('The needle');
  await expectAccessible(ann, 'the search with a result', ['dark', 'light']);
  await opener(ann).focus();
  await ann.keyboard.press('Tab');
  await ann.keyboard.press('Escape');
  await expect(ann.getByRole('searchbox', { name: 'Words to search for' })).toBeHidden();
  await expect(opener(ann)).toBeFocused();
});

test('a new message waits at the end while an old one is shown', { tag: '@full' }, async ({ browser, site }) => {
  const { ann, write } = await openLongChat(browser, site);
  await jump(ann);
  await write('News');
  await expect(backToNewest(ann)).toHaveText('Back to the newest messages · 1 new message');
  await expect(texts(ann).getByText('News')).toHaveCount(0);
  await expect(line(ann, 40)).toBeInViewport();
  await backToNewest(ann).click();
  await expect(texts(ann).last()).toHaveText('News');
  await expect(texts(ann).last()).toBeInViewport();
  await expect(backToNewest(ann)).toBeHidden();
});

test('scrolling leads from an old message to its neighbours and to the newest', { tag: '@full' }, async ({
  browser,
  site,
}) => {
  const { ann, write } = await openLongChat(browser, site);
  await jump(ann);
  await line(ann, 5).scrollIntoViewIfNeeded();
  await region(ann).evaluate((element) => element.scrollTo(0, 0));
  await expect(line(ann, 1)).toBeInViewport();
  await expect(async () => {
    await region(ann).evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(line(ann, count)).toBeInViewport({ timeout: 200 });
  }).toPass();
  await expect(backToNewest(ann)).toBeHidden();
  await write('News');
  await expect(texts(ann).last()).toHaveText('News');
  const numbers = (await texts(ann).allTextContents()).slice(0, -1).map((text) => Number.parseInt(text.slice(8), 10));
  expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index + 1));
});

test('a message that is written at an old place appears at the end', { tag: '@full' }, async ({ browser, site }) => {
  const { ann } = await openLongChat(browser, site);
  await jump(ann);
  await field(ann).fill('My answer');
  await ann.keyboard.press('Enter');
  await expect(texts(ann).last()).toHaveText('My answer');
  await expect(texts(ann).last()).toBeInViewport();
});

test('the quote of a reply leads to its original, also if it is far above', { tag: '@full' }, async ({
  browser,
  site,
}) => {
  const { ann } = await openLongChat(browser, site);
  await jump(ann);
  const item = region(ann).locator('[data-id]').filter({ hasText: 'The needle' });
  await item.hover();
  await item.getByRole('button', { name: /^Reply to/ }).click();
  await field(ann).fill('I reply');
  await ann.keyboard.press('Enter');
  await region(ann)
    .locator('[data-id]')
    .filter({ hasText: 'I reply' })
    .getByRole('button', { name: /In reply to/ })
    .click();
  await expect(line(ann, 40)).toBeInViewport();
  await expect(region(ann).locator('li:focus')).toContainText('Message 40.');
});

test('a date leads to its first message, on a phone too', { tag: '@full' }, async ({ browser, site }) => {
  const { ann } = await openLongChat(browser, site);
  await ann.setViewportSize({ width: 360, height: 740 });
  await opener(ann).click();
  const { width, height } = (await opener(ann).boundingBox()) ?? { width: 0, height: 0 };
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  expect(await ann.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const today = await ann.evaluate(() => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
  });
  await ann.getByLabel('Go to date').fill(today);
  await ann.getByRole('button', { name: 'Go', exact: true }).click();
  await expect(line(ann, 1)).toBeInViewport();
  await expect(ann.getByRole('searchbox', { name: 'Words to search for' })).toBeHidden();
  await expect(backToNewest(ann)).toBeVisible();
});
