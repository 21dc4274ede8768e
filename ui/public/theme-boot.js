// Applies the stored theme before the first paint. A file of its own: the page's policy allows no inline script.
(() => {
  let theme = 'dark';
  try {
    theme = (localStorage.getItem('theme') || theme).replace('theme-', '');
  } catch {
    // Storage is blocked: the default theme stands.
  }
  const light = ['light', 'flatly', 'minty'];
  if (!light.concat('dark', 'darkly', 'quartz').includes(theme)) theme = 'dark';
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.bsTheme = light.includes(theme) ? 'light' : 'dark';
})();
