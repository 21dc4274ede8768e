import type { Page } from '@playwright/test';
import { ask, test as base, expect, newName, newUser, Site } from './site';

const test = base.extend<{ baseURL: string }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it depends on as a pattern
    async ({}, use) => {
      const site = new Site({ STOA_SITE_READING: 'everyone' });
      await site.start();
      await use(site);
      await site.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

test('a reader without JavaScript reads a question, follows a tag and opens the link of an answer', async ({
  browser,
  site,
}) => {
  const name = newName();
  const author = await newUser(browser, site, name);
  const title = `Walnut ink ${name}`;
  const id = await ask(author, title, 'Which **one**? $x^2$');
  await author.request.post('/answer/addAnswer', { data: { qid: id, ans: { text: 'The dark one' } } });
  await author.request.post('/comment/addComment', {
    data: { id, type: 'question', comment: { text: 'From which tree?' } },
  });
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/questionPage');
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.locator('strong', { hasText: 'one' })).toBeVisible();
  await expect(page.getByText('$x^2$')).toBeVisible();
  await expect(page.getByText('From which tree?')).toBeHidden();
  await page.getByText('Show Comments').first().click();
  await expect(page.getByText('From which tree?')).toBeVisible();
  await page.getByRole('article').getByRole('link', { name: 'Link' }).click();
  await expect(page).toHaveURL(new RegExp(`/question/${id}#\\w+$`));
  await expect(page.locator('article:target')).toContainText('The dark one');
  await page.locator('main').getByRole('link', { name: 'test', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'test' })).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  await context.close();
});

/** Opens a page, and checks that what matches keeps its place when the app takes the place of what the server has drawn. */
async function nothingMoves(page: Page, path: string, shown: string, matches: string): Promise<void> {
  const places = () =>
    page.locator(matches).evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const { x, y } = element.getBoundingClientRect();
          return [x, y].map(Math.round);
        }),
    );
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/index-*.js', (route) => held.then(() => route.continue()));
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.locator('#page').getByText(shown).first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const before = await places();
  release();
  await expect(page.locator('#page')).toHaveCount(0);
  await expect(page.locator('#root').getByText(shown).first()).toBeVisible();
  expect(before.length).toBeGreaterThan(2);
  const after = await places();
  expect(after.length).toBe(before.length);
  for (const [index, [x = 0, y = 0]] of before.entries()) {
    const [nowX = 0, nowY = 0] = after[index] ?? [];
    const moved = Math.max(Math.abs(nowX - x), Math.abs(nowY - y));
    expect(moved, `${path}: element ${index}`).toBeLessThan(12);
  }
}

for (const [device, viewport] of [
  ['a desktop', { width: 1280, height: 850 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  for (const reader of ['a member', 'a stranger'] as const)
    test(`on ${device} the app takes the place of what the server has drawn for ${reader}, and nothing moves`, async ({
      browser,
      site,
    }) => {
      const name = newName();
      const author = await newUser(browser, site, name);
      const id = await ask(author, `Walnut ink ${name}`, 'Which **one**?\n\n- dark\n- light');
      for (const text of ['The dark one', 'Or the light one'])
        await author.request.post('/answer/addAnswer', { data: { qid: id, ans: { text } } });
      const member = await newUser(browser, site);
      for (const path of [`/question/${id}`, '/questionPage', ...(reader === 'a stranger' ? ['/home'] : [])]) {
        const storageState = reader === 'a member' ? await member.context().storageState() : undefined;
        const context = await browser.newContext({ baseURL: site.url, viewport, storageState });
        await nothingMoves(await context.newPage(), path, 'Which one?', 'main :is(h1, .markdown, article)');
        await context.close();
      }
    });

  test(`on ${device} the app takes the place of a member's Home, and nothing moves`, async ({ browser, site }) => {
    const member = await newUser(browser, site);
    const id = await ask(member, `Walnut ink ${newName()}`, 'Which one?');
    await member.request.post('/star/addStar', { data: { qid: id } });
    await member.request.patch('/star/setStarNote', { data: { qid: id, note: 'Try it' } });
    await member.request.post('/community/addCommunity', { data: { name: newName('Columns'), description: '' } });
    const other = await newUser(browser, site);
    for (const text of ['The *dark* one', 'Or the `light` one'])
      await other.request.post('/answer/addAnswer', { data: { qid: id, ans: { text } } });
    const storageState = await member.context().storageState();
    const context = await browser.newContext({ baseURL: site.url, viewport, storageState });
    // The lists of the panels: what is below them comes later.
    await nothingMoves(await context.newPage(), '/home', 'The dark one', 'main [class^="panels_"] li');
    await context.close();
  });
}
