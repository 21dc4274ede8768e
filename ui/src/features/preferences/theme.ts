import { useSyncExternalStore } from 'react';

/** The themes of the specification, each a block in `themes/tokens.css`. */
export const themes = ['flatly', 'darkly', 'minty', 'quartz', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const light: readonly Theme[] = ['light', 'flatly', 'minty'];
const key = 'theme';
const listeners = new Set<() => void>();

/** The theme on the page; `theme-boot.js` put the stored one there before the first paint. */
const current = () => document.documentElement.dataset.theme as Theme;

function show(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.bsTheme = light.includes(theme) ? 'light' : 'dark';
  for (const listener of listeners) listener();
}

/** Shows a theme and remembers it on this device. */
export function setTheme(theme: Theme) {
  show(theme);
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Storage is blocked: the theme lasts until the page is left.
  }
}

// Another tab of this browser chose a theme.
window.addEventListener('storage', (event) => {
  const theme = themes.find((name) => event.key === key && name === event.newValue);
  if (theme) show(theme);
});

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useTheme = () => useSyncExternalStore(subscribe, current);
