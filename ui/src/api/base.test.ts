// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '..');

/** Paths that do not start with the base path. */
const astray =
  /(?:href|src|action)="\/|State\([^)]*(?<!\})'\/|(?<!stripBase\()location\.pathname|location\.(?:href|assign\(|replace\()\s*=?\s*['"`]\/|\bfetch\((?!base)/;

it('is part of every path, wherever the site is mounted', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|testSetup|^testing\//.test(file),
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
