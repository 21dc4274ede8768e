import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { className } from './className';

const root = join(import.meta.dirname, '../..');
const documents = join(root, 'src/app/server/documents');
const sources = readdirSync(documents, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.rs'))
  .map((name) => readFileSync(join(documents, name), 'utf8'));

it('names a class as the server does', () => {
  // `styles.rs` expects the same.
  expect(className('header', '/x/ui/src/features/questions/detail/QuestionPage.module.css')).toBe('header_9pL');
});

it('has every class that the server writes', () => {
  const all = sources.join('\n');
  const modules = new Map(
    [...all.matchAll(/static (\w+): Styles =\s*Styles::of\("([^"]+)"\)/g)].map(([, a, b]) => [a, b]),
  );
  const uses = [...all.matchAll(/\b([A-Z_]+)\s*\.class\("(\w+)"\)/g)];
  expect(uses.length).toBeGreaterThan(40);
  for (const [, module = '', name] of uses) {
    const css = readFileSync(join(root, 'ui/src', modules.get(module) ?? `${module} is unknown`), 'utf8');
    expect(css, `${name} of ${module}`).toMatch(new RegExp(`\\.${name}\\b`));
  }
});
