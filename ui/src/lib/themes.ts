/**
 * The themes of the specification, each a block in `themes/tokens.css`, and `system`: the light or the
 * dark one, as the device asks.
 */
export const themes = ['flatly', 'darkly', 'minty', 'quartz', 'light', 'dark', 'system'] as const;
