// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '..');

/** Ways to name a path of the browser's without the one below which the site is. */
const astray =
  /(?:href|src|action)="\/|State\([^)]*(?<!\})'\/|(?<!within\()location\.pathname|location\.(?:href|assign\(|replace\()\s*=?\s*['"`]\/|\bfetch\((?!base)/;

it('is in every path that the browser is told, wherever the site is', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|testSetup/.test(file),
  );
  const lines = files.flatMap((file) =>
    readFileSync(join(src, file), 'utf8')
      .split('\n')
      .filter((line) => astray.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(lines).toEqual([]);
  for (const wrong of [
    '<a href="/signup">',
    '<img src="/favicon.svg" />',
    "history.pushState(null, '', '/');",
    "if (location.pathname === '/') return;",
    "location.href = '/home';",
    'await fetch(path)',
  ]) {
    expect(astray.test(wrong), wrong).toBe(true);
  }
});
