import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './site';

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const colorRules = ['color-contrast', 'link-in-text-block'];

/** All themes, the default first. */
export const themes = ['dark', 'light', 'flatly', 'darkly', 'minty', 'quartz'];

/** Changes the theme through a storage event, like another tab would. */
export async function setTheme(page: Page, theme: string) {
  await page.evaluate((newValue) => {
    localStorage.setItem('theme', newValue);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue, storageArea: localStorage }));
  }, theme);
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
  // Buttons fade to their new colors.
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().flatMap((a) => (a instanceof CSSTransition ? a.finished : []))),
  );
}

/**
 * Expects that axe finds no violations in the page, in its current theme or in each of `inThemes`.
 * Themes differ only in their colors, so only the first one is checked with all rules.
 */
export async function expectAccessible(page: Page, where: string, inThemes?: string[]) {
  const names = inThemes ?? [await page.evaluate(() => localStorage.getItem('theme') ?? 'dark')];
  for (const [index, theme] of names.entries()) {
    if (inThemes) await setTheme(page, theme);
    // Half the time: axe describes only violations, and needs no second page, because pages have no frames.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({
      resultTypes: ['violations'],
      runOnly: index === 0 ? { type: 'tag', values: wcagTags } : { type: 'rule', values: colorRules },
    });
    const { violations } = await axe.analyze();
    const problems = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    expect(problems, `${where} in ${theme}`).toEqual([]);
  }
}
