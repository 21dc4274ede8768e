import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './site';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Axe finds no fault in the page. Themes differ in colours alone: all rules are looked at in a dark and a light one. */
export async function expectAccessible(page: Page, where: string) {
  const theme = await page.evaluate(() => localStorage.getItem('theme') ?? 'dark');
  const axe = new AxeBuilder({ page });
  if (theme === 'dark' || theme === 'light') axe.withTags(rules);
  else axe.withRules(['color-contrast', 'link-in-text-block']);
  const { violations } = await axe.analyze();
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(faults, `${where} in ${theme}`).toEqual([]);
}
