// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The layers: each folder may import only from those before it. */
const layers = ['api', 'lib', 'themes', 'components', 'features', 'app', 'main.tsx'];

const src = import.meta.dirname;

type Import = { from: string; to: string; isDynamic: boolean };

/** Returns the file of a specifier relative to `src`, or the package name. */
function resolve(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? specifier;
  const path = join(src, dirname(file), specifier);
  const found = ['', '.ts', '.tsx', '/index.ts'].find((end) => /\.\w+$/.test(path + end) && existsSync(path + end));
  return relative(src, path + (found ?? ''));
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(src, file), 'utf8');
  const statics = text.matchAll(/^(?:import|export)\b(?! type\b)[^;]*?['"]([^'"]+)['"];$/gm);
  const dynamics = text.matchAll(/\bimport\(['"]([^'"]+)['"]\)/g);
  const named = (isDynamic: boolean) => (match: RegExpMatchArray) => ({
    from: file,
    to: resolve(file, match[1] ?? ''),
    isDynamic,
  });
  return [...[...statics].map(named(false)), ...[...dynamics].map(named(true))];
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.|testSetup|testing\//.test(file),
);
const imports = files.flatMap(importsOf);
const layerOf = (file: string) => layers.indexOf(file.split('/')[0] ?? '');
const featureOf = (file: string) => /^features\/([^/]+)/.exec(file)?.[1];
const shown = ({ from, to }: Import) => `${from} imports ${to}`;

describe('imports', () => {
  it('are found', () => {
    expect(imports.map(shown)).toEqual(
      expect.arrayContaining(['main.tsx imports app/App.tsx', 'main.tsx imports react', 'app/App.tsx imports swr']),
    );
    expect(files.filter((file) => layerOf(file) < 0)).toEqual([]);
  });

  it('follow the order of the folders', () => {
    expect(imports.filter(({ from, to }) => files.includes(to) && layerOf(to) > layerOf(from)).map(shown)).toEqual([]);
  });

  it('never lead from one feature to another', () => {
    const crossing = imports.filter(({ from, to }) => {
      const [one, other] = [featureOf(from), featureOf(to)];
      return one && other && one !== other;
    });
    expect(crossing.map(shown)).toEqual([]);
  });

  it('keep the app half, and all that it needs, out of the public half', () => {
    const reached = new Set(['main.tsx']);
    for (const file of reached) {
      for (const { from, to, isDynamic } of imports) if (from === file && !isDynamic) reached.add(to);
    }
    const heavy = ['react-router-dom', 'swr', 'socket.io-client', 'marked', 'dompurify', 'katex', 'highlight.js'];
    expect(reached).toContain('react-dom');
    expect([...reached].filter((to) => heavy.includes(to) || to.startsWith('app/'))).toEqual([]);
  });
});
