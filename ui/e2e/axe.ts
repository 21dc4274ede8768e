import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './site';

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** All themes, the default first. */
export const themes = ['dark', 'light', 'flatly', 'darkly', 'minty', 'quartz'];

/** Changes the theme through a storage event, like another tab would. */
async function setTheme(page: Page, theme: string) {
  await page.evaluate((newValue) => {
    localStorage.setItem('theme', newValue);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue, storageArea: localStorage }));
  }, theme);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  // Buttons fade to their new colours.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().flatMap((a) => (a instanceof CSSTransition ? a.finished : []))),
  );
}

/**
 * Expects that axe finds no violations in the page, in its current theme or in each of `inThemes`.
 * Themes differ only in their colours, so only the dark and the light theme are checked with all
 * rules.
 */
export async function expectAccessible(page: Page, where: string, inThemes?: string[]) {
  for (const theme of inThemes ?? [await page.evaluate(() => localStorage.getItem('theme') ?? 'dark')]) {
    if (inThemes) await setTheme(page, theme);
    const axe = new AxeBuilder({ page });
    if (theme === 'dark' || theme === 'light') axe.withTags(wcagTags);
    else axe.withRules(['color-contrast', 'link-in-text-block']);
    const { violations } = await axe.analyze();
    const problems = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    expect(problems, `${where} in ${theme}`).toEqual([]);
  }
}
