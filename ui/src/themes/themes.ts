import { useSyncExternalStore } from 'react';

/** The themes, and whether Bootstrap's light or dark parts go with each. */
export const themes = {
  flatly: 'light',
  darkly: 'dark',
  minty: 'light',
  quartz: 'dark',
  light: 'light',
  dark: 'dark',
} as const;

export type Theme = keyof typeof themes;

const key = 'theme';
const isTheme = (name: string): name is Theme => Object.hasOwn(themes, name);

/** The stored theme. `theme-dark` and `theme-light` are older names. `public/theme-boot.js` reads it the same way. */
function stored(): Theme {
  const name = (localStorage.getItem(key) ?? 'dark').replace('theme-', '');
  return isTheme(name) ? name : 'dark';
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.bsTheme = themes[theme];
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// Another tab chose a theme.
window.addEventListener('storage', (event) => {
  if (event.key === key) {
    apply(stored());
    for (const listener of listeners) listener();
  }
});

/** Chooses a theme for this browser. */
export function setTheme(theme: Theme): void {
  localStorage.setItem(key, theme);
  apply(theme);
  for (const listener of listeners) listener();
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, stored);
