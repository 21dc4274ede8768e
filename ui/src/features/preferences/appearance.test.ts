import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { themes } from '../../lib/themes';
import { densities, textSizes } from './appearance';

const boot = readFileSync(join(process.cwd(), 'public/theme-boot.js'), 'utf8');

/**
 * Returns the page's attributes after the script before the first paint, and the meta element that
 * it writes.
 */
function afterBoot() {
  new Function(boot)();
  return { ...document.documentElement.dataset };
}

beforeEach(() => {
  document.head.innerHTML = '<meta name="color-scheme" content="dark">';
});
afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
  vi.resetModules();
});

/** Simulates a device that prefers light or dark pages. Returns a function that changes its mind. */
function onDevice(isLight: boolean) {
  const query = Object.assign(new EventTarget(), { matches: isLight });
  vi.spyOn(window, 'matchMedia').mockReturnValue(query as unknown as MediaQueryList);
  return (isLight: boolean) => {
    query.matches = isLight;
    query.dispatchEvent(new Event('change'));
  };
}

describe('the theme of the system', () => {
  it.each([
    ['light', true],
    ['dark', false],
  ])('is %s before the first paint on such a device', (expected, isLight) => {
    onDevice(isLight);
    localStorage.setItem('theme', 'system');
    expect(afterBoot()).toMatchObject({ theme: expected, bsTheme: expected });
    expect(document.querySelector('meta')?.content).toBe(expected);
  });

  it('follows the device while the page is open', async () => {
    const change = onDevice(false);
    (await import('./appearance')).theme.set('system');
    expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', bsTheme: 'dark' });
    change(true);
    expect(document.documentElement.dataset).toMatchObject({ theme: 'light', bsTheme: 'light' });
  });

  it('is not followed when another theme is chosen', async () => {
    const change = onDevice(false);
    (await import('./appearance')).theme.set('quartz');
    change(true);
    expect(document.documentElement.dataset).toMatchObject({ theme: 'quartz' });
  });
});

describe('before the first paint', () => {
  it('the page applies every choice', async () => {
    const all = themes.flatMap((theme) =>
      textSizes.flatMap((textSize) =>
        densities.flatMap((density) => ['false', 'true'].map((safe) => ({ theme, textSize, density, safe }))),
      ),
    );
    for (const { theme, textSize, density, safe } of all) {
      // Chosen while the page is open …
      vi.resetModules();
      localStorage.clear();
      const appearance = await import('./appearance');
      appearance.theme.set(theme === 'dark' ? 'light' : 'dark');
      appearance.theme.set(theme);
      appearance.textSize.set(textSize);
      appearance.density.set(density);
      appearance.colorBlindMode.set(safe as 'true' | 'false');
      const chosen = { ...document.documentElement.dataset };
      expect(chosen.textSize).toBe(textSize);
      expect(chosen.density).toBe(density);
      expect(chosen.palette).toBe(safe === 'true' ? 'safe' : 'own');
      // … and restored on the next page.
      for (const name of Object.keys(chosen)) delete document.documentElement.dataset[name];
      expect(afterBoot()).toEqual(chosen);
      expect(document.querySelector('meta')?.content).toBe(chosen.bsTheme);
    }
  });

  it.each([
    ['nothing', null, 'dark'],
    ['nonsense', 'solarized', 'dark'],
    ['a name of old', 'theme-light', 'light'],
    ['another name of old', 'theme-dark', 'dark'],
  ])('%s is stored', async (_, stored, expected) => {
    if (stored) localStorage.setItem('theme', stored);
    expect(afterBoot()).toMatchObject({ theme: expected, palette: 'own', textSize: 'medium' });
    expect((await import('./appearance')).theme.get()).toBe(expected);
  });

  it('the storage may be blocked', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('No', 'SecurityError');
    });
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('No', 'SecurityError');
    });
    expect(afterBoot()).toMatchObject({ theme: 'dark', bsTheme: 'dark', palette: 'own', textSize: 'medium' });
    const { theme } = await import('./appearance');
    theme.set('minty');
    expect(document.documentElement.dataset.theme).toBe('minty');
  });
});

describe('the colors and the theme of the site', () => {
  const show = (site: object) => {
    const meta = document.createElement('meta');
    meta.name = 'stoa-site';
    meta.content = JSON.stringify(site);
    document.head.append(meta);
  };
  afterEach(() => {
    document.documentElement.removeAttribute('style');
    delete document.documentElement.dataset.accent;
  });

  it('apply before the first paint', () => {
    const colors = { accent: '#c0392b', accentBg: '#fdeeee', primary: '#c0392b', primaryHover: '#a33025' };
    show({ palette: { light: colors, dark: colors } });
    expect(afterBoot()).toMatchObject({ accent: 'own', theme: 'dark' });
    const { style } = document.documentElement;
    expect(style.getPropertyValue('--light-accentBg')).toBe('#fdeeee');
    expect(style.getPropertyValue('--dark-primaryHover')).toBe('#a33025');
  });

  it.each([
    ['nothing', null, 'light'],
    ['another theme', 'minty', 'minty'],
    ['nonsense', 'solarized', 'light'],
  ])('the default theme of the site holds where %s is stored', async (_, stored, expected) => {
    show({ defaultTheme: 'light' });
    if (stored) localStorage.setItem('theme', stored);
    expect(afterBoot()).toMatchObject({ theme: expected });
    expect((await import('./appearance')).theme.get()).toBe(expected);
  });

  it.each([
    ['nothing', null, 'compact'],
    ['another density', 'comfortable', 'comfortable'],
    ['nonsense', 'cosy', 'compact'],
  ])('the default density of the site holds where %s is stored', async (_, stored, expected) => {
    show({ defaultDensity: 'compact' });
    if (stored) localStorage.setItem('density', stored);
    expect(afterBoot()).toMatchObject({ density: expected });
    expect((await import('./appearance')).density.get()).toBe(expected);
  });
});
