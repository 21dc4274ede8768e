import type { Page } from '@playwright/test';
import { appOf, ask, expect, newUser, Site, test } from './site';

/** The most requests of a page with an empty cache, with its own and the live connection. */
const mostRequests = 20;

/** Opens a page with an empty cache, and returns the paths that it has requested when it has come to rest. */
async function openCold(page: Page, path: string): Promise<string[]> {
  const requested: string[] = [];
  const add = (url: string) => requested.push(url.replace(/^\w+:\/\/[^/]+/, ''));
  page.on('request', (request) => add(`${request.method()} ${request.url()}`.replace(/^GET /, '')));
  const answered = new Promise<void>((resolve) => {
    page.on('websocket', (socket) => {
      add(socket.url());
      socket.on('framereceived', ({ payload }) => String(payload).startsWith('43') && resolve());
    });
  });
  await page.goto(path);
  await appOf(page);
  await answered;
  await page.waitForLoadState('networkidle');
  return requested;
}

test('a cold page makes no call twice, and few requests', async ({ browser }) => {
  const site = new Site({ STOA_SITE_READING: 'everyone' });
  await site.start();
  const member = await newUser(browser, site);
  const qid = await ask(member, 'Which ink?', 'One that is **black**.');
  const pages = ['/questionPage', `/question/${qid}`];
  const contexts = { member: member.context(), stranger: await browser.newContext({ baseURL: site.url }) };
  for (const [who, path] of [
    ...pages.map((path) => ['stranger', path] as const),
    ...[...pages, '/home'].map((path) => ['member', path] as const),
  ]) {
    const state = await contexts[who].storageState();
    const context = await browser.newContext({ baseURL: site.url, storageState: state });
    const requested = await openCold(await context.newPage(), path);
    await context.close();
    const twice = requested.filter((each, place) => requested.indexOf(each) !== place);
    expect(twice, `${who} ${path}`).toEqual([]);
    expect(requested.length, `${who} ${path}\n${requested.join('\n')}`).toBeLessThanOrEqual(mostRequests);
  }
  await site.remove();
});
