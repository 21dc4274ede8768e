import type { Page } from '@playwright/test';
import { ask, expect, newName, openQuestions, signUp, test } from './site';

const word = 'characteristically';

/** Asks what makes rows high: long and short texts, formulas, pictures of tags, and everything at its longest. */
async function askAll(page: Page) {
  await ask(page, `Short ${newName()}`, 'One line.');
  await ask(page, `A long title ${'that goes on '.repeat(6)}`.slice(0, 100), 'Many words. '.repeat(200));
  await ask(
    page,
    'A fraction $\\frac{\\frac{a}{b}}{\\frac{c}{d}}$',
    'Then $\\frac{\\frac{a}{b}}{\\frac{c}{d}}$ and $$\\sum_{i=1}^n \\frac{i}{2}$$ and more',
    [1, 2, 3, 4, 5].map((number) => `${word}-${number}`.slice(0, 20)),
  );
  await ask(
    page,
    `${word.repeat(5)}`,
    `# Heading\n\n- a\n- b\n\n\`\`\`\ncode\n\`\`\`\n\n| a | b |\n|---|---|\n| ${word} | 1 |`,
  );
}

/** The different heights of the rows, in pixels. */
const heights = (page: Page) =>
  page
    .locator('article')
    .evaluateAll((rows) => [...new Set(rows.map((row) => Math.round(row.getBoundingClientRect().height)))]);

test('rows are equally high in both densities, and the author stays on one line', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signUp(page, newName());
  await askAll(page);
  await openQuestions(page);
  await expect(page.locator('article .katex').first()).toBeAttached();
  for (const [density, wide, narrow] of [
    ['comfortable', 112, 164],
    ['compact', 72, 100],
  ] as const) {
    await page.evaluate((density) => localStorage.setItem('density', density), density);
    await page.reload();
    await expect(page.locator('article .katex').first()).toBeAttached();
    for (const [width, height] of [
      [1440, wide],
      [1000, wide],
      [800, narrow],
      [390, narrow],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      expect(await heights(page), `${density}, ${width} wide`).toEqual([height]);
      const authors = await page
        .getByText(/asked \d+ seconds? ago|asked \d+ minutes? ago/)
        .evaluateAll((lines) => lines.map((line) => Math.round(line.getBoundingClientRect().height)));
      expect(Math.max(...authors), `${density}, ${width} wide`).toBeLessThan(30);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
});

test('the items of a list do not run together in a row', async ({ page, browser }) => {
  await signUp(page, newName());
  const title = `A list ${newName()}`;
  await ask(page, title, 'Tried:\n\n- one\n- two\n  - three\n\nand more');
  /** What is written before the parts of the text, apart from nothing. */
  const separators = (page: Page) =>
    page
      .getByRole('article', { name: title })
      .locator('li, .markdown > *')
      .evaluateAll((parts) =>
        parts
          .filter((part) => getComputedStyle(part, '::before').content !== 'none')
          .map((part) => [part.firstChild?.textContent?.trim(), getComputedStyle(part, '::before').content]),
      );
  const expected = ['two', 'three', 'and more'].map((text) => [text, '"· "']);
  await openQuestions(page);
  await expect(page.getByRole('article', { name: title }).locator('li')).toHaveCount(3);
  expect(await separators(page)).toEqual(expected);
  // The same in what the server draws.
  const { cookies } = await page.context().storageState();
  const plain = await browser.newContext({ baseURL: new URL(page.url()).origin, javaScriptEnabled: false });
  await plain.addCookies(cookies);
  const drawn = await plain.newPage();
  await drawn.goto('/questionPage');
  const before = drawn.getByRole('article').filter({ hasText: title }).locator('li').nth(1);
  await expect(before).toBeVisible();
  await expect(before).toHaveCSS('display', 'inline');
  expect(await before.evaluate((item) => getComputedStyle(item, '::before').content)).toBe('"· "');
});
