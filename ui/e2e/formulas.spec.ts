import type { Page } from '@playwright/test';
import { recordIncidents } from './incidentRecorder';
import { ask, expect, newName, signUp, test } from './site';

const preamble = '$\\newcommand{\\ket}[1]{\\left|#1\\right\\rangle}$';

const long = `$\\begin{pmatrix}${Array.from({ length: 6 }, (_, index) => `a_{${index}} + b_{${index}}`).join(' & ')}\\end{pmatrix}$`;

const numbered = `$$\\begin{align}
x_1 + x_2 + x_3 + x_4 + x_5 + x_6 + x_7 + x_8 &= y \\tag{1} \\\\
z &= w \\tag{energy}
\\end{align}$$`;

const phone = { width: 390, height: 844 };

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('titles show formulas in the heading and in lists, and text in the tab', async ({ page }) => {
  await signUp(page, newName());
  await recordIncidents(page);
  const title = 'Why is $E = mc^2$ and P$\\neq$NP for $5 to $10?';
  await ask(page, title, 'So $x_1$');
  await page.goto('/questionPage');
  const heading = page.getByRole('link', { name: /^Why is E = mc\^2 and P ?\\neq ?NP for \$5 to \$10\?$/ });
  await expect(heading.locator('.katex')).toHaveCount(2);
  await heading.click();
  await expect(page.getByRole('heading', { level: 1 }).locator('.katex')).toHaveCount(2);
  await expect(page).toHaveTitle(/^Why is E = mc\^2 and P≠NP for \$5 to \$10\? · /);
  await page.goto(`/questionPage?search=${encodeURIComponent('mc NP')}`);
  const found = page.getByRole('heading', { level: 2 }).filter({ hasText: 'Why is' });
  await expect(found.locator('mark .katex').first()).toBeVisible();
  await expect(found.locator('mark').last()).toHaveText('NP');
  expect(await page.evaluate(() => window.incidents)).toEqual([]);
});

test('definitions are hidden and hold for the whole text, and chemistry is drawn', { tag: '@full' }, async ({
  page,
}) => {
  await signUp(page, newName());
  await recordIncidents(page);
  const text = `${preamble}\n\nThe state $\\ket{\\psi}$ and $\\ce{H2O}$.\n\n${numbered}`;
  await page.goto(`/question/${await ask(page, 'Macros', text)}`);
  const body = page.getByRole('region', { name: 'Question', exact: true }).locator('.markdown');
  await expect(body.locator('.katex-html').last()).toBeVisible();
  await expect(body.locator('p').first()).toBeHidden();
  await expect(body.locator('.math:visible')).toHaveCount(3);
  await expect(body.locator('.math:visible:not(:has(.katex))')).toHaveCount(0);
  expect(await page.evaluate(() => window.incidents)).toEqual([]);
});

test('wide formulas scroll on a phone, and numbers of equations do not cover them', { tag: '@full' }, async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await signUp(page, newName());
  const title = `Wide ${'$x^2+y$'.repeat(3)}`;
  const text = `A matrix ${long} in text.\n\n${numbered}`;
  await page.goto(`/question/${await ask(page, title, text)}`);
  const body = page.getByRole('region', { name: 'Question', exact: true }).locator('.markdown');
  const wide = body.locator('.math-wide');
  await expect(wide).toHaveCount(1);
  expect(await overflow(page)).toBe(0);
  const scrolled = await wide.evaluate((formula) => {
    formula.scrollLeft = 10_000;
    return formula.scrollLeft;
  });
  expect(scrolled).toBeGreaterThan(30);
  await wide.focus();
  await expect(wide).toBeFocused();
  const [base, tag] = await Promise.all(
    ['.katex-base', '.katex-tag'].map((part) =>
      body.locator(`.math-display .katex-html > ${part}`).first().boundingBox(),
    ),
  );
  expect((base?.x ?? 0) + (base?.width ?? 0)).toBeLessThanOrEqual((tag?.x ?? 0) + 1);
  // In a wide window it is in the line again.
  await page.setViewportSize({ width: 1_280, height: 900 });
  await expect(body.locator('.math-wide')).toHaveCount(0);
});

test('the page about formatting shows what it explains', { tag: '@full' }, async ({ page }) => {
  await signUp(page, newName());
  await recordIncidents(page);
  await page.goto('/help/formatting');
  await expect(page.getByRole('heading', { name: 'Formatting' })).toBeVisible();
  const formulas = page.getByRole('table', { name: 'Formulas' });
  await expect(formulas.locator('.math:visible:not(:has(.katex))')).toHaveCount(0);
  await expect(formulas.locator('.katex-html')).not.toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Texts' }).locator('.math')).toHaveCount(0);
  await page.setViewportSize(phone);
  expect(await overflow(page)).toBe(0);
  expect(await page.evaluate(() => window.incidents)).toEqual([]);
});
