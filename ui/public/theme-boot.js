// Shows what was chosen for this browser before the first paint. A file of its own: the page's policy allows no inline
// script. `features/preferences/appearance.ts` does the same when something else is chosen.
(() => {
  const stored = (key, values) => {
    try {
      const value = localStorage.getItem(key);
      // Once there were two themes, with names of their own.
      const name = key === 'theme' ? value?.replace('theme-', '') : value;
      if (!values.includes(name)) return values[0];
      if (name !== value) localStorage.setItem(key, name);
      return name;
    } catch {
      return values[0]; // storage is blocked
    }
  };
  const {
    palette,
    defaultTheme = 'dark',
    defaultDensity = 'comfortable',
  } = JSON.parse(document.querySelector('meta[name=stoa-site]')?.content || '{}');
  const light = ['light', 'flatly', 'minty'];
  let theme = stored('theme', [defaultTheme, 'dark', 'darkly', 'quartz', 'system', ...light]);
  if (theme === 'system') theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  const isSafe = stored('colorblind-mode', ['false', 'true']) === 'true';
  const { dataset, style } = document.documentElement;
  // The colors that replace those of the themes light and dark.
  if (palette) dataset.accent = 'own';
  for (const [mode, colors] of Object.entries(palette ?? {}))
    for (const [name, color] of Object.entries(colors)) style.setProperty(`--${mode}-${name}`, color);
  dataset.bsTheme = light.includes(theme) ? 'light' : 'dark';
  dataset.palette = isSafe ? 'safe' : 'own';
  dataset.theme = isSafe ? dataset.bsTheme : theme;
  dataset.textSize = stored('text-size', ['medium', 'small', 'large']);
  dataset.density = stored('density', [defaultDensity, 'comfortable', 'compact']);
  // What the browser shows before there is a page.
  document.querySelector('meta[name=color-scheme]').content = dataset.bsTheme;
})();
