// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
const css = read('tokens.css');

/** The colours of the page in quartz, a gradient, which the browser tests cannot judge. */
const gradient = /linear-gradient\([^;]*/.exec(read('base.css'))?.[0].match(/#[0-9a-f]{6}/g) ?? [];

/** The colours of each theme. */
const themes = [...css.matchAll(/\[data-theme="(\w+)"\] \{([^}]*)\}/g)].map(([, name = '', block = '']) => ({
  name,
  tokens: Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]+);/g)].map(([, token = '', colour = '']) => [token, colour]),
  ),
}));

/** WCAG's relative luminance. */
function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.replace(/[0-9a-f]/g, '$&$&') : colour;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const texts = ['fg', 'muted', 'link', 'code', 'bad', 'good', 'warn'];
const pairs = [
  ...texts.flatMap((text) => ['bg', 'surface'].map((ground) => [text, ground, 4.5] as const)),
  ['fg', 'mark', 4.5] as const,
  ['on-accent', 'accent', 4.5] as const,
  ['on-accent', 'accent-2', 4.5] as const,
  // The edge of a field.
  ['line-strong', 'bg', 3] as const,
];

describe('the contrast of WCAG AA', () => {
  it('is measured right', () => {
    expect(contrast('#000', '#ffffff')).toBe(21);
    expect(contrast('#777', '#fff')).toBeCloseTo(4.48, 2);
  });

  it('is measured in six themes', () => {
    expect(themes.map(({ name }) => name).sort()).toEqual(['dark', 'darkly', 'flatly', 'light', 'minty', 'quartz']);
    expect(gradient).toHaveLength(3);
  });

  it.each(themes)('is kept in $name', ({ name, tokens }) => {
    const found = pairs.map(([text, ground, least]) => ({
      text,
      ground,
      least,
      contrast: contrast(tokens[text] ?? '', tokens[ground] ?? ''),
    }));
    const onPage = (name === 'quartz' ? gradient : []).flatMap((ground) =>
      ['fg', 'muted', 'link', 'bad'].map((text) => ({
        text,
        ground,
        least: 4.5,
        contrast: contrast(tokens[text] ?? '', ground),
      })),
    );
    expect([...found, ...onPage].filter(({ contrast, least }) => !(contrast >= least))).toEqual([]);
  });
});
