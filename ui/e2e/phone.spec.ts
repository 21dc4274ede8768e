import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { ask, expect, holdRequests, newName, openQuestions, password, promote, Site, signUp, test } from './site';

/**
 * Expects that nothing overflows a screen of 360 pixels. The layout viewport grows with overflowing
 * content, so the width to compare with is the device's.
 */
const expectFits = async (page: Page, state: string) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBeLessThanOrEqual(360);

test('on a phone communities fit the screen, with their people', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page, newName());
  const long = 'averyveryverylongwordwithoutanyspaces'.repeat(2);
  const name = `Phone ${newName()} ${long}`.slice(0, 100);
  const made = await page.request.post('/community/addCommunity', {
    data: { name, description: `${long} ${long}`, visibility: 'private' },
  });
  const { _id: id } = (await made.json()) as { _id: string };
  const asked = await page.request.post('/question/addQuestion', {
    data: {
      title: `Inside ${long}`.slice(0, 100),
      text: long,
      tags: [{ name: 'a-tag-of-20-charactr' }],
      communityId: id,
    },
  });
  const { _id: qid } = (await asked.json()) as { _id: string };
  for (const path of [
    '/communities/my',
    '/communities/all',
    `/communities/${id}`,
    `/question/${qid}`,
    `/new/question?communityId=${id}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main')).not.toBeEmpty();
    await page.waitForLoadState('networkidle');
    await expectFits(page, path);
  }
  await page.goto('/communities/my');
  await page.getByRole('button', { name: 'Create Community' }).tap();
  await expect(page.getByLabel('Name*')).toBeFocused();
  await expectFits(page, 'the form');
  await page.goto(`/communities/${id}`);
  await expect(page.getByText('No pending requests')).toBeVisible();
  for (const name of ['Members (1)', 'Moderators (1)'])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).tap();
  await expect(page.getByRole('button', { name: 'Archive community' })).toBeInViewport();
  await expectFits(page, 'a community with its people and its menu open');
});

test('on a phone no page is wider than the screen', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const name = newName();
  await signUp(page, name);
  const long = 'averyveryverylongwordwithoutanyspaces'.repeat(2);
  const text = `${long.repeat(5)}\n\n| a | b | c | d | e | f | g |\n|---|---|---|---|---|---|---|\n| ${long} | 1 | 2 | 3 | 4 | 5 | 6 |\n\n\`\`\`\n${long.repeat(4)}\n\`\`\``;
  const id = await ask(page, `Phone ${long}`.slice(0, 100), text, ['a-tag-of-20-charactr', 'b', 'c']);
  const asked = await page.request.post('/answer/addAnswer', { data: { qid: id, ans: { text } } });
  const { _id: aid } = (await asked.json()) as { _id: string };
  await page.request.patch('/answer/editAnswer', { data: { aid, text: `${text}${long}` } });
  await page.request.post('/comment/addComment', { data: { id: aid, type: 'answer', comment: { text } } });
  const other = await ask(page, `Other ${long}`.slice(0, 100));
  await page.request.post('/question/addDuplicate', { data: { qid: id, duplicateOf: other } });
  await page.request.delete('/question/deleteQuestion', { data: { qid: await ask(page, 'Gone', text) } });
  for (const path of [
    '/questionPage',
    `/question/${id}`,
    '/new/question',
    `/new/answer/${id}`,
    `/question/${id}/history/${aid}`,
    '/deleted',
    '/tags',
    '/users',
    '/home',
    '/home?tag=b',
    `/user/${name}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main')).not.toBeEmpty();
    await page.waitForLoadState('networkidle');
    await expectFits(page, path);
  }
  await page.goto(`/question/${id}`);
  await page.getByRole('button', { name: 'Mark as duplicate' }).tap();
  await page.getByLabel('Which question is the original?').fill('other');
  await page.getByRole('button', { name: 'Close', exact: true }).tap();
  await page.getByRole('article').getByRole('button', { name: 'Show Comments' }).tap();
  await page.getByRole('article').getByRole('button', { name: 'Edit comment' }).tap();
  await page.getByRole('article').getByRole('button', { name: 'Delete', exact: true }).tap();
  await expectFits(page, 'a question with its forms open');
  await page.getByRole('article').getByRole('button', { name: 'Edit', exact: true }).tap();
  await expect(page.getByLabel('Edit answer')).toBeFocused();
  await expectFits(page, 'an answer that is edited');
});

test('on a phone the last tab opens the rest of the navigation, which closes on a link', { tag: '@full' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 740 });
  const name = newName();
  await signUp(page, name);
  await openQuestions(page);
  await expect(page.getByRole('link', { name: 'Users' })).toBeHidden();
  const release = await holdRequests(page, '**/assets/LobbyPage*');
  await page.goto('/tags');
  const sheet = page.getByRole('dialog', { name: 'Me' });
  const open = async () => {
    await page.getByRole('button', { name: 'Me', exact: true }).tap();
    await expect(sheet.getByLabel('Theme'), 'the end of the menu is reachable').toBeInViewport({ ratio: 1 });
  };
  const follow = async (name: string) => {
    await open();
    await sheet.getByRole('link', { name }).tap();
  };
  await follow('Games');
  await expect(sheet, 'it closes before the page has loaded').toBeHidden();
  await expectFits(page, 'a page that is on its way');
  release();
  await expect(page.getByRole('heading', { name: 'Games', level: 1 })).toBeVisible();
  await follow('Games');
  await expect(sheet, 'it closes on a link to the current page').toBeHidden();
  await follow('Communities');
  await sheet.getByRole('link', { name: 'My Communities' }).tap();
  await expect(page).toHaveURL('/communities/my');
  await expect(sheet).toBeHidden();
  await open();
  await expectAccessible(page, 'the sheet', ['dark', 'light']);
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await expect(page.getByRole('button', { name: 'Me', exact: true })).toBeFocused();
  await follow('View Profile');
  await expect(page).toHaveURL(`/user/${name}`);
  await open();
  await sheet.getByRole('button', { name: 'Log out' }).tap();
  await expect(page.getByText('Please login to continue.')).toBeVisible();
});

test('on a phone the tabs lead to the main pages and cover no content', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signUp(page, newName());
  await ask(page, 'A question for the tabs');
  await openQuestions(page);
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  for (const [name, path] of [
    ['Home', '/home'],
    ['Questions', '/questionPage'],
    ['Ask', '/new/question'],
    ['Messages', '/messaging'],
  ] as const) {
    await tabs.getByRole('link', { name }).tap();
    await expect(page).toHaveURL(path);
    await expectFits(page, path);
  }
  const { y: top = 0 } = (await tabs.boundingBox()) ?? {};
  const send = await page.getByRole('button', { name: 'Send' }).boundingBox();
  expect(send && send.y + send.height, 'the button at the end of a chat').toBeLessThanOrEqual(top);
  await expect(tabs.getByRole('link', { name: 'Messages' })).toHaveAttribute('aria-current', 'page');
  for (const target of await tabs.locator('> *').all()) {
    const box = await target.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});

test('on a phone code has the whole width, what goes on fades at its edge, and the bell leaves the tabs free', async ({
  page,
}) => {
  await signUp(page, newName());
  const row = (cell: string) => `|${` ${cell} |`.repeat(8)}\n`;
  const table = (cell: string) => `${row(cell)}|${'---|'.repeat(8)}\n${row(cell)}`;
  const code = `\`\`\`rust\n${'let wide = 1; '.repeat(20)}\n\`\`\``;
  const qid = await ask(page, 'Wide and narrow', `${table('a')}\n${table('wide-words')}\n${code}`);
  await page.goto(`/question/${qid}`);
  const block = page.locator('.code-block');
  await expect(block).toHaveText(/rust$/);
  const widthOf = async (part: Locator) => (await part.boundingBox())?.width ?? 0;
  expect(await widthOf(block.locator('pre'))).toBeGreaterThan((await widthOf(block)) - 3);
  const maskOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).maskImage);
  const [narrow, wide] = [page.locator('.table-scroll').first(), page.locator('.table-scroll').last()];
  expect(await maskOf(narrow)).toBe('none');
  for (const part of [wide, block.locator('pre')]) await expect.poll(() => maskOf(part)).toContain('linear-gradient');
  const positionOf = () => wide.evaluate((element) => getComputedStyle(element).maskPosition);
  expect(await positionOf()).toMatch(/^100%/);
  await wide.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
  await expect.poll(positionOf).toMatch(/^0/);

  await page.getByRole('button', { name: 'Notifications' }).tap();
  const panel = await page.locator('[popover]:popover-open').boundingBox();
  const tabs = await page.getByRole('navigation', { name: 'Tabs' }).boundingBox();
  expect(panel && panel.y + panel.height).toBeLessThanOrEqual(tabs?.y ?? 0);
});

test('on a phone the first question begins above 240 pixels', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  await ask(page, 'The first question');
  await openQuestions(page);
  const top = async (role: 'article' | 'button' | 'link', name?: string) =>
    (
      await page
        .getByRole('main')
        .getByRole(role, name ? { name } : {})
        .first()
        .boundingBox()
    )?.y;
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await top('article')).toBeLessThan(240);
  expect(await top('link', 'Ask a Question')).toBeLessThan(240);
  const header = await page.getByRole('banner').boundingBox();
  expect(header?.height).toBe(52);
});

test('on a phone the longest usernames and a chat with many participants leave room for content', {
  tag: '@full',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const names = Array.from({ length: 16 }, () => newName('w'.repeat(20)).padEnd(32, 'w'));
  for (const username of names) await page.request.post('/user/signup', { data: { username, password } });
  const name = newName().padEnd(32, 'w');
  await signUp(page, name);
  const made = await page.request.post('/chat/createChat', { data: { participants: [name, ...names] } });
  const { _id: chat } = (await made.json()) as { _id: string };
  const created = await page.request.post('/games/create', { data: { gameType: 'Nim' } });
  const gameID = (await created.json()) as string;
  await page.request.post('/games/join', { data: { gameID } });

  const shows = async (path: string, text: string) => {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(text);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
  };
  const height = async (what: Locator) => (await what.boundingBox())?.height;
  await shows(`/user/${name}`, name);
  await shows(`/games/${gameID}`, name);
  await shows('/messaging/direct-message', 'Chat with');
  expect(await height(page.getByRole('link', { name: 'Chat with' }))).toBeLessThan(100);
  await shows(`/messaging/direct-message?chat=${chat}`, 'Chat Participants');
  expect(await height(page.getByRole('region', { name: 'Messages' }))).toBeGreaterThan(300);
  const heading = page.getByRole('heading', { name: 'Chat Participants' });
  await heading.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  expect(await heading.evaluate(({ scrollTop }) => scrollTop), 'the list of participants scrolls').toBeGreaterThan(0);
});

test('on a phone the whole title of a site with 30 characters can be read', { tag: '@full' }, async ({ browser }) => {
  const site = new Site({ STOA_SITE_TITLE: 'Masons and Carvers of the West' });
  try {
    await site.start();
    const context = await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await signUp(page, newName());
    await openQuestions(page);
    const title = page.getByRole('banner').getByText('Masons and Carvers of the West');
    const { left, header } = await title.evaluate((span) => ({
      left: [span.scrollWidth - span.clientWidth, span.scrollHeight - span.clientHeight],
      header: (span.closest('header')?.clientHeight ?? 0) - span.clientHeight,
    }));
    expect(left, 'nothing is cut').toEqual([0, 0]);
    expect(header, 'it is inside the header').toBeGreaterThanOrEqual(0);
    await context.close();
  } finally {
    await site.remove();
  }
});

test('on a phone a long announcement takes three lines of the whole width until the rest is asked for', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const name = newName();
  await signUp(page, name);
  promote(site, name);
  const set = (before: unknown, value: unknown) =>
    page.request.patch('/administration/setSettings', { data: { changes: [{ key: 'announcement', before, value }] } });
  const text = 'The reading room is closed on Friday and Saturday, because the roof is repaired. '.repeat(3).trim();
  const announced = await set(null, { text, kind: 'warning' });
  expect(announced.status(), await announced.text()).toBe(200);
  await page.goto('/questionPage');
  const notice = page.getByRole('region', { name: 'Announcement' });
  const box = async (locator: Locator) => {
    const found = await locator.boundingBox();
    if (!found) throw new Error('it is not shown');
    return found;
  };
  const paragraph = notice.getByText('The reading room');
  const cut = await box(paragraph);
  expect(cut.width).toBeGreaterThan(340);
  expect(cut.height).toBeLessThan(3 * 26);
  expect((await box(notice.getByRole('button', { name: 'Dismiss' }))).y).toBeGreaterThanOrEqual(cut.y + cut.height);
  await expectAccessible(page, 'a long announcement');
  await notice.getByRole('button', { name: 'Show more' }).tap();
  expect((await box(paragraph)).height).toBeGreaterThan(cut.height);
  await notice.getByRole('button', { name: 'Show less' }).tap();
  expect((await box(paragraph)).height).toBe(cut.height);
  await notice.getByRole('button', { name: 'Dismiss' }).tap();
  await expect(notice).toBeHidden();
  const { announcement } = (await (await page.request.get('/site/getSite')).json()) as { announcement: unknown };
  const removed = await set(announcement, null);
  expect(removed.status(), await removed.text()).toBe(200);
});
