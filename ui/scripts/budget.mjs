// Compares what a page transfers with its budget. Run after the build: chunk names change, so all goes through the manifest.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const dist = process.argv[2] ?? 'dist';
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

/** The JS and CSS files that loading `entries` needs, with all their static imports. */
function closure(entries) {
  const files = new Set();
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The manifest has no ${key}.`);
    files.add(chunk.file);
    for (const file of chunk.css ?? []) files.add(file);
    for (const other of chunk.imports ?? []) visit(other);
  };
  for (const entry of entries) visit(entry);
  return [...files];
}

/** In kB of 1000 bytes, as the server sends them to a browser that reads gzip. */
const weight = (files, extension) =>
  files
    .filter((file) => file.endsWith(extension))
    .reduce((sum, file) => sum + readFileSync(join(dist, `${file}.gz`)).length / 1000, 0);

const login = closure(['index.html']);
const socket = Object.keys(manifest).find((key) => key.includes('socket.io-client'));
const list = closure([
  'index.html',
  'src/app/App.tsx',
  'src/features/questions/QuestionListPage.tsx',
  'src/components/markdown/engine.ts',
  socket,
]);
const rows = [
  ['login page, JS', weight(login, '.js'), 75],
  ['question list without math and code, JS', weight(list, '.js'), 165],
  ['question list without math and code, CSS', weight(list, '.css'), 14],
];
for (const [name, size, budget] of rows) {
  console.log(`${size > budget ? 'TOO BIG' : 'ok'}  ${size.toFixed(1)} of ${budget} kB gz  ${name}`);
}
if (rows.some(([, size, budget]) => size > budget)) process.exitCode = 1;
