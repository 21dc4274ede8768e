import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { ask, expect, newName, password, signUp, test } from './site';

const themes = ['flatly', 'darkly', 'minty', 'quartz', 'light', 'dark'];
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function check(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(found, where).toEqual([]);
}

for (const theme of themes) {
  test(`no page has an accessibility fault in ${theme}`, async ({ page }) => {
    test.setTimeout(90_000);
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), theme);
    await page.goto('/signup');
    await check(page, 'sign-up');
    const name = newName();
    await signUp(page, name);
    const id = await ask(
      page,
      `Accessible ${name}`,
      'Text, `code`, a [link](https://x.y), $x^2$\n\n$$\\sum_i i$$\n\n```js\nlet x = 1; // one\n```\n\n|a|\n|-|\n|b|\n\n> quote',
    );
    await page.request.post('/answer/addAnswer', { data: { qid: id, ans: { text: 'An answer' } } });
    await page.request.post('/comment/addComment', { data: { id, type: 'question', comment: { text: 'A comment' } } });
    for (const path of [
      '/questionPage',
      `/question/${id}`,
      '/new/question',
      `/new/answer/${id}`,
      '/tags',
      '/users',
      `/user/${name}`,
      '/home',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('main')).not.toBeEmpty();
      await page.waitForLoadState('networkidle');
      if (path.startsWith('/question/'))
        await page
          .getByRole('button', { name: /Show Comments/ })
          .first()
          .click();
      if (path === '/new/question') await page.getByRole('button', { name: 'Post Question' }).click();
      await check(page, `${path} in ${theme}`);
    }
  });
}

test('the theme is chosen, applied before the first paint, and the same in other tabs', async ({ page, context }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByLabel('Theme').selectOption('Minty');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'minty');
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'minty');
  await page.getByLabel('Theme').selectOption('Quartz');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'quartz');
});

test('nothing is asked of another origin, and the policy is never violated', async ({ page, site }) => {
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto('/signup');
  const name = newName();
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL('/home');
  const id = await ask(
    page,
    `Policy ${name}`,
    '![image](https://example.org/a.png) $\\frac{1}{2}$ \n\n```rust\nfn main() {}\n```',
  );
  for (const path of ['/questionPage', `/question/${id}`, '/new/question', '/tags', '/users', `/user/${name}`]) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  await page.goto(`/question/${id}`);
  await expect(page.locator('.katex').first()).toBeVisible();
  await expect(page.locator('.hljs-keyword').first()).toBeVisible();
  expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] });
});
