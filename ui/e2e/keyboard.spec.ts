import type { Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, newName, openQuestions, signUp, test } from './site';

/**
 * Opens the list of shortcuts. Shortcuts load after the page, so the key is pressed until the list
 * opens.
 */
async function openList(page: Page) {
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible({ timeout: 500 });
  }).toPass();
}

test('the shortcuts open their pages and ? lists them', async ({ page }) => {
  const name = newName();
  await signUp(page, name);
  await openQuestions(page);
  await openList(page);
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.getByRole('row')).toContainText([
    'Keys',
    'Ctrl+P',
    'Ctrl+H',
    'Ctrl+Q',
    'Ctrl+M',
    'Ctrl+K',
    'Ctrl+Enter',
    '?',
  ]);
  await expectAccessible(page, 'the list of shortcuts');
  await page.keyboard.press('Control+k');
  await expect(page, 'not from within a dialog').toHaveURL('/questionPage');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  const pages = [
    ['Control+p', `/user/${name}`],
    ['Control+h', '/home'],
    ['Control+q', '/questionPage'],
    ['Control+m', '/messaging/direct-message'],
    ['Control+k', '/communities/all'],
    ['Control+H', '/home'],
  ] as const;
  for (const [keys, path] of pages) {
    // Playwright holds Shift for a capital letter; Caps Lock does not.
    if (keys === 'Control+H') {
      await page.evaluate(() =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'H', ctrlKey: true, bubbles: true })),
      );
    } else await page.keyboard.press(keys);
    await expect(page, keys).toHaveURL(path);
  }
  await page.goBack();
  await expect(page).toHaveURL('/communities/all');
});

test('shortcuts are ignored in text fields, with other modifiers and during composition', { tag: '@full' }, async ({
  page,
}) => {
  await signUp(page, newName());
  await openQuestions(page);
  await openList(page);
  await page.keyboard.press('Escape');
  await page.goto('/new/question');
  for (const label of ['Question Title', 'Question Text', 'Tags']) {
    await page.getByLabel(label).focus();
    await page.keyboard.type('what?');
    await page.keyboard.press('Control+k');
  }
  await expect(page.getByLabel('Question Title')).toHaveValue('what?');
  await page.getByLabel('Theme').first().focus();
  await page.keyboard.press('Control+k');
  await page.evaluate(() => {
    const editable = document.createElement('p');
    editable.contentEditable = 'true';
    editable.append(document.createElement('b'));
    document.querySelector('main')?.append(editable);
    const press = (target: Element | null, init: KeyboardEventInit) =>
      target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, ...init }));
    press(editable, {});
    press(editable.firstElementChild, {});
    for (const held of ['altKey', 'metaKey', 'shiftKey', 'isComposing']) press(document.body, { [held]: true });
    press(document.body, { ctrlKey: false });
  });
  await expect(page).toHaveURL('/new/question');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'л', code: 'KeyK', ctrlKey: true, bubbles: true })),
  );
  await expect(page, 'on a Cyrillic keyboard').toHaveURL('/communities/all');
});

test('shortcuts can be turned off in the settings', { tag: '@full' }, async ({ page, context }) => {
  const name = newName();
  await signUp(page, name);
  await page.goto(`/user/${name}`);
  const other = await context.newPage();
  await other.goto('/tags');
  await openList(other);
  await other.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Keyboard shortcuts' }).uncheck();
  for (const each of [page, other]) {
    const { pathname } = new URL(each.url());
    await each.locator('h1').click();
    await each.keyboard.press('Control+k');
    await each.keyboard.press('?');
    await expect(each).toHaveURL(pathname);
    await expect(each.getByRole('dialog')).toHaveCount(0);
  }
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Keyboard shortcuts' })).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Keyboard shortcuts' }).check();
  await page.locator('h1').click();
  await openList(page);
});

test('shortcuts lead logged-out visitors to the landing page', { tag: '@full' }, async ({ page }) => {
  await page.goto('/signup');
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Username').focus();
  await page.keyboard.press('Control+h');
  await expect(page, 'not from a text field').toHaveURL('/signup');
  await page.getByRole('heading').click();
  await page.keyboard.press('Control+h');
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Please login to continue.')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page).toHaveURL('/');
});
