import { ask, expect, newName, signUp, test } from './site';

test('on a phone the navigation folds away and no page is wider than the screen', async ({ page }) => {
  await signUp(page, newName());
  const long = 'averyveryverylongwordwithoutanyspaces'.repeat(2);
  const text = `${long.repeat(5)}\n\n| a | b | c | d | e | f | g |\n|---|---|---|---|---|---|---|\n| ${long} | 1 | 2 | 3 | 4 | 5 | 6 |\n\n\`\`\`\n${long.repeat(4)}\n\`\`\``;
  const id = await ask(page, `Phone ${long}`.slice(0, 100), text, ['a-tag-of-20-charactr', 'b', 'c']);
  for (const path of [
    '/questionPage',
    `/question/${id}`,
    '/new/question',
    `/new/answer/${id}`,
    '/tags',
    '/users',
    '/home',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main')).not.toBeEmpty();
    await page.waitForLoadState('networkidle');
    // The layout viewport grows with what overflows, so the width to compare with is the device's.
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
  await expect(page.getByRole('link', { name: 'Users' })).toBeHidden();
  await page.getByRole('button', { name: 'Open navigation' }).tap();
  await page.getByRole('dialog').getByRole('link', { name: 'Users' }).tap();
  await expect(page.getByRole('heading', { name: 'Users List' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});
