import { booleanPreference, isOn, preference } from '../../lib/preference';
import { site } from '../../lib/site';
import { themes } from '../../lib/themes';

export const textSizes = ['small', 'medium', 'large'] as const;
export const densities = ['comfortable', 'compact'] as const;

export const theme = preference('theme', themes, site.defaultTheme ?? 'dark');
export const textSize = preference('text-size', textSizes, 'medium');
/** How high the rows of question lists are. */
export const density = preference('density', densities, site.defaultDensity ?? 'comfortable');
/**
 * Colors for every kind of color vision, in place of the theme's: a light or a dark palette, like
 * the theme.
 */
export const colorBlindMode = booleanPreference('colorblind-mode', false);

const light: readonly string[] = ['light', 'flatly', 'minty'];

const prefersLight = matchMedia('(prefers-color-scheme: light)');

/** Applies the settings, as `theme-boot.js` did before the first paint. */
function apply() {
  const chosen = theme.get();
  const shown = chosen === 'system' ? (prefersLight.matches ? 'light' : 'dark') : chosen;
  const { dataset } = document.documentElement;
  dataset.bsTheme = light.includes(shown) ? 'light' : 'dark';
  dataset.palette = isOn(colorBlindMode) ? 'safe' : 'own';
  dataset.theme = isOn(colorBlindMode) ? dataset.bsTheme : shown;
  dataset.textSize = textSize.get();
  dataset.density = density.get();
}
for (const choice of [theme, textSize, density, colorBlindMode]) choice.subscribe(apply);
prefersLight.addEventListener('change', apply);
