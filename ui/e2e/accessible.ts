import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './site';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Every theme there is, the default one first. */
export const themes = ['dark', 'light', 'flatly', 'darkly', 'minty', 'quartz'];

/** Shows the page in another theme, as another tab of the browser would make it do. */
async function show(page: Page, theme: string) {
  await page.evaluate((newValue) => {
    localStorage.setItem('theme', newValue);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue, storageArea: localStorage }));
  }, theme);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
}

/**
 * Axe finds no fault in the page as it is, in the theme that it has, or in each of several in turn. Themes differ in
 * colours alone: all rules are looked at in a dark and a light one.
 */
export async function expectAccessible(page: Page, where: string, inThemes?: string[]) {
  for (const theme of inThemes ?? [await page.evaluate(() => localStorage.getItem('theme') ?? 'dark')]) {
    if (inThemes) await show(page, theme);
    const axe = new AxeBuilder({ page });
    if (theme === 'dark' || theme === 'light') axe.withTags(rules);
    else axe.withRules(['color-contrast', 'link-in-text-block']);
    const { violations } = await axe.analyze();
    const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    expect(faults, `${where} in ${theme}`).toEqual([]);
  }
}
