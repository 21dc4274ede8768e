// Draws the formulas of a corpus, a JSON object or list of TeX sources, prints what cannot be drawn by error, and fails if that is more than 600.
// Not part of the gate: the corpus is 31 MB. From this folder's parent:
//   npm pack mathoid-texvcjs@0.6.0 && tar xzf mathoid-texvcjs-0.6.0.tgz package/test/en-wiki-formulae-good.json
//   node scripts/formulas.mjs package/test/en-wiki-formulae-good.json
import { readFileSync } from 'node:fs';
import { runnerImport } from 'vite';

const MOST = 600;

const [file, list] = process.argv.slice(2);
if (!file) throw new Error('Usage: node scripts/formulas.mjs CORPUS.json [--list]');

const path = new URL('../src/components/markdown/formulaTree.ts', import.meta.url).pathname;
const { formulaTree, newMacros } = (await runnerImport(path, { configFile: false })).module;
await import('katex/contrib/mhchem');

const sources = Object.values(JSON.parse(readFileSync(file, 'utf8')));
const failures = new Map();
let count = 0;
for (const source of sources) {
  try {
    formulaTree(source, true, newMacros(), 15_000);
  } catch (error) {
    count += 1;
    const kind = error.message.replace(/ at (?:position|end).*/s, '');
    failures.set(kind, [...(failures.get(kind) ?? []), source]);
  }
}
for (const [kind, failed] of [...failures].sort(([, one], [, other]) => other.length - one.length)) {
  console.log(`${failed.length}\t${kind}`);
  if (list) for (const source of failed) console.log(`\t\t${JSON.stringify(source)}`);
}
console.log(`${count} of ${sources.length} formulas are not drawn`);
process.exitCode = count > MOST ? 1 : 0;
