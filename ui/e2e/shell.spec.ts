import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { ask, expect, newName, newUser, openQuestions, password, Site, signUp, test } from './site';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

test('the header is one row of 56 pixels with every action by its name', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  await openQuestions(page);
  const header = page.getByRole('banner');
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await header.boundingBox())?.height, `${width} wide`).toBe(56);
    await expect(header.getByRole('link', { name: 'View Profile' })).toBeInViewport({ ratio: 1 });
    await expect(header.getByRole('button', { name: 'Log out' })).toBeInViewport({ ratio: 1 });
    const search = await header.getByRole('combobox', { name: 'Search Questions' }).boundingBox();
    expect(search?.width).toBeGreaterThan(120);
    expect(search?.width).toBeLessThanOrEqual(640);
  }
  // The page has such a button of its own.
  await expect(header.getByRole('link', { name: 'Ask', exact: true })).toBeHidden();
  await page.goto('/users');
  await header.getByRole('link', { name: 'Ask', exact: true }).click();
  await expect(page).toHaveURL('/new/question');
});

test('the bell opens the notifications, which the keyboard reaches and leaves', async ({ page, browser, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const name = newName();
  await signUp(page, name);
  const qid = await ask(page, `Asked by ${name}`);
  await openQuestions(page);
  const other = await newUser(browser, site);
  await other.request.post('/answer/addAnswer', { data: { qid, ans: { text: 'An answer' } } });
  await expect(bell(page)).toHaveAccessibleName('Notifications 1 unread notification');
  await expect(page).toHaveTitle('(1) All Questions · Stoa');
  const list = page.getByRole('region', { name: 'Notifications' });
  await expect(list).toHaveCount(0);
  await bell(page).focus();
  await page.keyboard.press('Enter');
  await expect(list.getByRole('link', { name: /^New answer/ })).toBeVisible();
  await expect(bell(page)).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page, 'the notifications', ['dark', 'light']);
  await page.keyboard.press('Escape');
  await expect(list, 'it exists only while it is open').toHaveCount(0);
  await expect(bell(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(list.getByRole('button', { name: 'Mark all as read' })).toBeFocused();
  await list.getByRole('link', { name: /^New answer/ }).click();
  await expect(page).toHaveURL(new RegExp(`/question/${qid}#`));
  await expect(list, 'following a link closes it').toHaveCount(0);
  await expect(page).toHaveTitle(new RegExp(`^Asked by ${name} · `));
});

test('a long title of the site widens the header at no width', { tag: '@full' }, async ({ page }) => {
  const site = new Site({ STOA_SITE_TITLE: 'The Allotment Gardens of the Evening Sun: Questions and answers' });
  try {
    await site.start();
    await page.request.post(`${site.url}/user/signup`, {
      data: { username: 'ann', password: 'colonnade at noon' },
    });
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${site.url}/questionPage`);
      await expect(page.getByRole('heading', { name: 'All Questions' })).toBeVisible();
      const root = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(root, `${width} wide`).toBeLessThanOrEqual(width);
      await expect(bell(page)).toBeInViewport({ ratio: 1 });
    }
  } finally {
    await site.remove();
  }
});

test('the font is one file of this site, and nothing moves when the list appears', async ({ page }) => {
  // Alone: a formula in a title, drawn when its module is there, may move what is below it.
  const site = new Site();
  try {
    await site.start();
    await page.request.post(`${site.url}/user/signup`, { data: { username: 'ann', password } });
    const question = { title: 'A question that must not move', text: 'Some text', tags: [{ name: 'test' }] };
    await page.request.post(`${site.url}/question/addQuestion`, { data: question });
    const fonts: string[] = [];
    page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()));
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      type Shift = PerformanceEntry & { sources: { node: Element | null }[] };
      new PerformanceObserver((entries) => {
        for (const { sources } of entries.getEntries() as Shift[])
          seen.push(...sources.map(({ node }) => node?.outerHTML.slice(0, 200) ?? ''));
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${site.url}/questionPage`);
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)).toEqual([]);
    const paths = fonts.map((url) => new URL(url).pathname);
    expect(paths).toEqual([expect.stringMatching(/^\/assets\/inter-.*\.woff2$/)]);
    expect(await page.evaluate(() => document.fonts.check('16px Inter'))).toBe(true);
  } finally {
    await site.remove();
  }
});

test('the search box suggests pages on every page but the list', async ({ page }) => {
  const name = newName('sue');
  await signUp(page, name);
  const word = `sug${Date.now()}x`;
  const qid = await ask(page, `How does ${word} work?`, 'text', [word]);
  await page.goto('/tags');
  await page.getByRole('heading', { name: /Tags$/ }).waitFor();
  const box = page.getByRole('combobox', { name: 'Search Questions' });
  const list = page.getByRole('listbox', { name: 'Suggestions' });

  await test.step('the slash leads to it, but is text inside of a field', async () => {
    // Shortcuts load after the page.
    await expect(async () => {
      await page.keyboard.press('/');
      await expect(box).toBeFocused({ timeout: 500 });
    }).toPass();
    await expect(box).toHaveValue('');
    await page.keyboard.type(`${word}/`);
    await expect(box).toHaveValue(`${word}/`);
    await page.keyboard.press('Backspace');
  });
  await test.step('a question is opened by keyboard', async () => {
    await expect(list.getByRole('option', { name: `How does ${word} work?` })).toBeVisible();
    await expect(list.getByRole('group', { name: 'Tags' }).getByRole('option')).toHaveText([`${word} 1 question`]);
    await expectAccessible(page, 'suggestions', ['dark', 'light']);
    await page.keyboard.press('Escape');
    await expect(list).toHaveCount(0);
    await expect(box).toHaveValue(word);
    await page.keyboard.type(' ');
    await list.getByRole('option', { name: `How does ${word} work?` }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/question/${qid}`);
    // The page that comes after its address empties the box.
    await expect(page.getByRole('heading', { name: `How does ${word} work?`, level: 1 })).toBeVisible();
    await expect(list).toHaveCount(0);
    await expect(box).toHaveValue('');
  });
  await test.step('a question that nobody has asked is asked', async () => {
    await box.fill(`Why ${word}?`);
    await list.getByRole('option', { name: 'Ask this question' }).click();
    await expect(page.getByLabel('Question Title')).toHaveValue(`Why ${word}?`);
  });
  await test.step('a person, on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await box.fill(name);
    await expect(list).toBeInViewport({ ratio: 1 });
    await list.getByRole('option', { name }).click();
    await expect(page).toHaveURL(`/user/${name}`);
  });
  await test.step('on the list, the list is the result', async () => {
    await page.goto('/questionPage');
    await page.getByRole('combobox', { name: 'Search Questions' }).fill(word);
    await expect(page).toHaveURL(`/questionPage?search=${word}`);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(list).toHaveCount(0);
  });
});
