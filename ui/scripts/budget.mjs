// Fails if a page loads more bytes than its budget. Reads the manifest of `vite build`, because
// file names change.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url).pathname;
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const size = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;

/** Returns the chunk of an entry or of a lazily imported module, and all of its static imports. */
function closure(names) {
  const chunks = new Set();
  const visit = (name) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`${name} is not in the manifest: update scripts/budget.mjs`);
    if (chunks.has(chunk)) return;
    chunks.add(chunk);
    for (const other of chunk.imports ?? []) visit(other);
  };
  names.forEach(visit);
  return [...chunks];
}

const bytes = (names, kind) => {
  const files = closure(names).flatMap((chunk) => (kind === 'css' ? (chunk.css ?? []) : [chunk.file]));
  return [...new Set(files)].reduce((sum, file) => sum + size(file), 0);
};

const named = (part) => Object.keys(manifest).find((name) => name.includes(part) && !name.endsWith('.css')) ?? part;
const login = ['index.html'];
const list = [
  ...login,
  named('_app-'),
  named('_list-'),
  // Loads after the first paint: see build/chunks.ts.
  named('_later-'),
];
const css = Object.values(manifest)
  .filter((chunk) => chunk.file?.endsWith('.css') || chunk.css)
  .flatMap((chunk) => chunk.css ?? []);
// Loads with the first formula, upload, opened or chosen picture.
const lazyCss = [
  'src/components/markdown/math.ts',
  'src/components/avatars/AvatarDialog.tsx',
  'src/components/uploads/UploadList.tsx',
  'src/components/pictures/Lightbox.tsx',
].flatMap((name) => manifest[name]?.css ?? []);

const checks = [
  ['login page, JavaScript', bytes(login, 'js'), 75_000],
  // With all that loads after the first paint, without the engine of Markdown (31,000), which loads with the first text that the
  // server has not drawn. 300 of these bytes are the filters of a search above its results, 400 confirm with a passkey or
  // at a provider instead of the password, and 100 say that an author is a bot.
  ['question list, JavaScript', bytes(list, 'js'), 154_800],
  [
    'all CSS but that of formulas and pictures',
    [...new Set(css)].filter((file) => !lazyCss.includes(file)).reduce((sum, file) => sum + size(file), 0),
    22_700,
  ],
];
let failed = false;
for (const [what, is, most] of checks) {
  failed ||= is > most;
  console.log(`${is > most ? 'TOO BIG' : 'ok'}  ${what}: ${is} of ${most} bytes gzipped`);
}
process.exitCode = failed ? 1 : 0;
