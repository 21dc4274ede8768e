import { isOn, onOrOff, preference } from '../../lib/preference';

/** The themes of the specification, each a block in `themes/tokens.css`. */
export const themes = ['flatly', 'darkly', 'minty', 'quartz', 'light', 'dark'] as const;
export const textSizes = ['small', 'medium', 'large'] as const;

export const theme = preference('theme', themes, 'dark');
export const textSize = preference('text-size', textSizes, 'medium');
/** Colours that everybody can tell apart, in place of the theme's: a light or a dark palette, as the theme is. */
export const colourBlindMode = onOrOff('colorblind-mode', false);

const light: readonly string[] = ['light', 'flatly', 'minty'];

/** Shows what is chosen, as `theme-boot.js` did before the first paint. */
function show() {
  const { dataset } = document.documentElement;
  dataset.bsTheme = light.includes(theme.get()) ? 'light' : 'dark';
  dataset.palette = isOn(colourBlindMode) ? 'safe' : 'own';
  dataset.theme = isOn(colourBlindMode) ? dataset.bsTheme : theme.get();
  dataset.textSize = textSize.get();
}
for (const choice of [theme, textSize, colourBlindMode]) choice.subscribe(show);
