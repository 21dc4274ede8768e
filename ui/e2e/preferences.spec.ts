import type { CDPSession, Page } from '@playwright/test';
import { expectAccessible, setTheme } from './axe';
import { ask, expect, newName, password, signUp, test } from './site';

/** The color in the corner of a picture, as the browser reads it. */
const cornerOf = (page: Page, png: string) =>
  page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    canvas?.drawImage(picture, 5, picture.height - 5, 1, 1, 0, 0, 1, 1);
    return [...(canvas?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
  }, png);

/** Returns all frames that the browser paints while `done` runs. */
async function framesUntil(cdp: CDPSession, done: () => Promise<unknown>): Promise<string[]> {
  const frames: string[] = [];
  cdp.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(data);
    void cdp.send('Page.screencastFrameAck', { sessionId });
  });
  await cdp.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await done();
  await cdp.send('Page.stopScreencast');
  return frames;
}

for (const { theme, safe, scheme, ground } of [
  { theme: 'light', safe: false, scheme: 'dark', ground: [255, 255, 255] },
  { theme: 'dark', safe: false, scheme: 'light', ground: [14, 17, 22] },
  { theme: 'darkly', safe: false, scheme: 'light', ground: [34, 34, 34] },
  { theme: 'minty', safe: true, scheme: 'dark', ground: [255, 255, 255] },
] as const) {
  test(`${theme}${safe ? ' in color-blind mode' : ''} does not flash on a ${scheme} system`, {
    tag: theme === 'light' ? [] : '@full',
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.addInitScript(
      ({ theme, safe }) => {
        localStorage.setItem('theme', theme);
        localStorage.setItem('colorblind-mode', String(safe));
      },
      { theme, safe },
    );
    // Simulates a slow connection, so that everything painted before the assets arrive is captured.
    await page.route('**/assets/**', async (route) => {
      await new Promise((go) => setTimeout(go, 400));
      await route.continue();
    });
    const cdp = await page.context().newCDPSession(page);
    // The empty page is painted for the system before its frames count.
    await page.screenshot();
    const frames = await framesUntil(cdp, async () => {
      await page.goto('/');
      await expect(page.getByText('Please login to continue.')).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-palette', safe ? 'safe' : 'own');
    });
    const colors = await Promise.all(frames.map((frame) => cornerOf(page, frame)));
    const isDark = (color: number[]) => Math.max(...color) < 128;
    expect(colors.at(-1)).toEqual(ground);
    // Before the first paint the browser shows its own white or dark background.
    const shouldBeDark = isDark([...ground]);
    const first = colors.findIndex((color) => String(color) === String(ground));
    expect(
      colors.slice(first).filter((color) => String(color) !== String(ground)),
      'no other color after it',
    ).toEqual([]);
    expect(
      colors.slice(1, first).filter((color) => isDark(color) !== shouldBeDark),
      'no bright frame before it',
    ).toEqual([]);
  });
}

test('settings survive a reload and apply to other tabs', async ({ page, context }) => {
  const name = newName();
  await signUp(page, name);
  await page.goto(`/user/${name}`);
  const settings = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Settings' }) });
  const html = page.locator('html');
  const other = await context.newPage();
  await other.goto('/tags');
  await settings.getByLabel('Theme').selectOption('Flatly');
  await settings.getByLabel('Text size').selectOption('Large');
  await expect(html).toHaveCSS('font-size', '19px');
  await expect(other.locator('html')).toHaveCSS('font-size', '19px');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'flatly');
  await settings.getByLabel('Text size').selectOption('Small');
  await expect(html).toHaveCSS('font-size', '14px');
  await settings.getByLabel('Color-blind mode').check();
  await expect(settings.getByLabel('Theme')).toBeDisabled();
  for (const each of [page, other]) {
    await expect(each.getByLabel('Theme').first(), 'every theme selector is disabled').toBeDisabled();
    await expect(each.locator('html')).toHaveAttribute('data-palette', 'safe');
    await expect(each.locator('html')).toHaveAttribute('data-theme', 'light');
  }
  await settings.getByLabel('Notifications').uncheck();
  await page.reload();
  await expect(html).toHaveAttribute('data-palette', 'safe');
  await expect(html).toHaveCSS('font-size', '14px');
  await expect(settings.getByLabel('Notifications')).not.toBeChecked();
  await expect(settings.getByLabel('Theme')).toHaveValue('flatly');
  await page.goto('/home');
  await expect(page.getByText('Notifications are turned off.')).toBeVisible();
  await page.goto(`/user/${name}`);
  await settings.getByLabel('Color-blind mode').uncheck();
  await expect(html).toHaveAttribute('data-theme', 'flatly');
  await expect(other.locator('html')).toHaveAttribute('data-palette', 'own');
});

test('preferences follow the account into another browser, at its login and live', async ({ page, browser, site }) => {
  const name = newName();
  await signUp(page, name);
  await page.goto('/settings');
  const saved = page.waitForResponse(/setPreferences/);
  await page.getByLabel('Theme').first().selectOption('Minty');
  await saved;
  const other = await (await browser.newContext({ baseURL: site.url })).newPage();
  await other.goto('/');
  await other.getByLabel('Username').fill(name);
  await other.getByLabel('Password', { exact: true }).fill(password);
  await other.getByRole('button', { name: 'Submit' }).click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'minty');
  await other.waitForURL('/home');
  await page.getByLabel('Text size').selectOption('Large');
  await expect(other.locator('html')).toHaveCSS('font-size', '19px');
  await other.reload();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'minty');
});

test('the theme of the system follows the device', { tag: '@full' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByLabel('Theme').selectOption('System');
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'light');
});

test("settings appear only on the user's own profile", { tag: '@full' }, async ({ page }) => {
  const [name, other] = [newName(), newName()];
  await signUp(page, other);
  await signUp(page, name);
  await page.goto(`/user/${other}`);
  await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Settings' })).toHaveCount(0);
});

test('color-blind mode has no accessibility violations on light and dark', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('colorblind-mode', 'true'));
  const name = newName();
  await signUp(page, name);
  const id = await ask(page, `Safe ${name}`, 'Text, `code`, a [link](https://x.y)\n\n```js\nlet x = 1; // one\n```');
  const answer = await page.request.post('/answer/addAnswer', { data: { qid: id, ans: { text: 'An answer' } } });
  const { _id: aid } = (await answer.json()) as { _id: string };
  await page.request.post('/question/acceptAnswer', { data: { qid: id, aid } });
  for (const path of [
    '/questionPage',
    `/question/${id}`,
    '/home',
    `/user/${name}`,
    '/communities/all',
    '/new/question',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main')).not.toBeEmpty();
    await page.waitForLoadState('networkidle');
    if (path === `/question/${id}`) {
      const question = page.getByRole('main');
      await question.getByRole('button', { name: 'Upvote' }).first().click();
      await question.getByRole('button', { name: 'Downvote' }).last().click();
      await expect(question.getByRole('button', { name: 'Downvote' }).last()).toHaveAttribute('aria-pressed', 'true');
      const colorOf = (button: string, which: 'first' | 'last') =>
        question
          .getByRole('button', { name: button })
          [which]()
          .evaluate((element) => getComputedStyle(element).color);
      await page.mouse.move(0, 0);
      for (const [theme, blue] of [
        ['light', 'rgb(0, 114, 178)'],
        ['dark', 'rgb(86, 180, 233)'],
      ] as const) {
        await setTheme(page, theme);
        await expect.poll(() => colorOf('Upvote', 'first')).toBe(blue);
        await expect.poll(() => colorOf('Downvote', 'last')).not.toBe(blue);
      }
    }
    if (path === '/new/question') await page.getByRole('button', { name: 'Post Question' }).click();
    await expectAccessible(page, path, ['light', 'dark']);
  }
});
