// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
const css = read('tokens.css');

/** The page colors of quartz, a gradient, which the browser tests cannot check. */
const gradient = /linear-gradient\([^;]*/.exec(read('base.css'))?.[0].match(/#[0-9a-f]{6}/g) ?? [];

const colorsIn = (block: string) =>
  Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]+);/g)].map(([, token = '', color = '']) => [token, color]),
  );

/** What all themes have in common. */
const shared = colorsIn(/:root\[data-theme\] \{([^}]*)\}/.exec(css)?.[1] ?? '');

/** The colors of each theme. */
const themes = [...css.matchAll(/\[data-theme="(\w+)"\] \{([^}]*)\}/g)].map(([, name = '', block = '']) => ({
  name,
  tokens: { ...shared, ...colorsIn(block) },
}));

/** The colors that the color-blind mode substitutes. */
const palettes = [...css.matchAll(/\[data-theme="(\w+)"\]\[data-palette="safe"\] \{([^}]*)\}/g)].map(
  ([, name = '', block = '']) => ({
    name: `the safe palette on ${name}`,
    tokens: { ...themes.find((theme) => theme.name === name)?.tokens, ...colorsIn(block) },
  }),
);

type Triple = [number, number, number];

/** A color as linear red, green and blue. */
function lightOf(color: string): Triple {
  const digits = color.length === 4 ? color.replace(/[0-9a-f]/g, '$&$&') : color;
  return [1, 3, 5].map((at) => {
    const channel = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as Triple;
}

/** Returns WCAG relative luminance. */
function luminance(color: string): number {
  const [r, g, b] = lightOf(color);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const texts = ['ink', 'soft', 'muted', 'accent', 'code', 'danger', 'success', 'warn', 'new'];
const pairs = [
  ...texts.flatMap((text) => ['bg', 'panel'].map((ground) => [text, ground, 4.5] as const)),
  ['ink', 'mark', 4.5] as const,
  // An answer that the address names.
  ...['ink', 'soft', 'muted', 'accent', 'danger', 'success'].map((text) => [text, 'accent-bg', 4.5] as const),
  ['success', 'success-bg', 4.5] as const,
  ['on-primary', 'primary', 4.5] as const,
  ['on-primary', 'primary-hover', 4.5] as const,
  // The number of a badge.
  ['bg', 'new', 4.5] as const,
  ['star', 'bg', 3] as const,
  // The edge of a field.
  ['field', 'bg', 3] as const,
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

  it.each([...themes, ...palettes])('is kept in $name', ({ name, tokens }) => {
    const found = pairs.map(([text, ground, least]) => ({
      text,
      ground,
      least,
      contrast: contrast(tokens[text] ?? '', tokens[ground] ?? ''),
    }));
    const onPage = (name === 'quartz' ? gradient : []).flatMap((ground) =>
      texts.map((text) => ({
        text,
        ground,
        least: 4.5,
        contrast: contrast(tokens[text] ?? '', ground),
      })),
    );
    expect([...found, ...onPage].filter(({ contrast, least }) => !(contrast >= least))).toEqual([]);
  });
});

describe('the tokens', () => {
  const blocks = [...css.matchAll(/:root\[data-theme="(\w+)"\] \{([^}]*)\}/g)].map(([, name = '', block = '']) => ({
    name,
    tokens: Object.keys(colorsIn(block)),
  }));

  it('are the same in every theme', () => {
    const [first] = blocks;
    expect(first?.tokens.length).toBeGreaterThan(12);
    for (const { name, tokens } of blocks) expect(tokens, name).toEqual(first?.tokens);
  });

  it('that style sheets use are defined', () => {
    const src = join(import.meta.dirname, '..');
    const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
    const text = sheets.map((file) => readFileSync(join(src, file), 'utf8')).join('\n');
    const defined = new Set([...text.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    // Bootstrap's, the avatar's own, those that a highlighted text may set, and the colors of the site, which
    // `theme-boot.js` sets.
    const isForeign = (name: string) => /^--(?:bs|hl|light|dark)-|^--hue$/.test(name);
    const used = [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);
    expect(used.filter((name) => !defined.has(name) && !isForeign(name))).toEqual([]);
  });
});

const times = (matrix: Triple[], [x, y, z]: Triple) => matrix.map(([a, b, c]) => a * x + b * y + c * z) as Triple;

/**
 * Simulates color vision without one type of cone (Machado, Oliveira and Fernandes, 2009), and
 * normal vision.
 */
const sights: Record<string, Triple[]> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Converts to Oklab, where distances correspond to perceived differences. */
function oklab(light: Triple): Triple {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    light.map((part) => Math.min(1, Math.max(0, part))) as Triple,
  ).map(Math.cbrt) as Triple;
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

function distance(sight: Triple[], one: string, other: string): number {
  const [a, b] = [oklab(times(sight, lightOf(one))), oklab(times(sight, lightOf(other)))];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

describe('colors that mean something', () => {
  /** Five times the just noticeable difference of adjacent colors. */
  const least = 0.1;
  const calendar = readFileSync(
    join(import.meta.dirname, '../components/calendar/ContributionCalendar.module.css'),
    'utf8',
  );
  const levels = [...calendar.matchAll(/\.level[1-4] \{[^}]*background: (#[0-9a-f]+);/g)].map(
    ([, color = '']) => color,
  );

  it('are looked at with two palettes and four steps of the calendar', () => {
    expect(palettes).toHaveLength(2);
    expect(levels).toHaveLength(4);
    expect(distance(sights.deuteranopia ?? [], '#8c8c00', '#b07700'), 'a green and a brown').toBeLessThan(least);
  });

  it.each(Object.entries(sights))('are told apart with %s sight', (_, sight) => {
    const pairs = [
      ...palettes.flatMap(({ tokens }) => [
        [tokens.success, tokens.danger],
        [tokens.success, tokens.warn],
        [tokens.up, tokens.down],
        [tokens.up, tokens.bg],
        [tokens.down, tokens.bg],
      ]),
      ...levels.slice(1).map((level, index) => [levels[index], level]),
    ].map(([one = '', other = '']) => ({ one, other, distance: distance(sight, one, other) }));
    expect(pairs.filter(({ distance }) => !(distance >= least))).toEqual([]);
  });
});
