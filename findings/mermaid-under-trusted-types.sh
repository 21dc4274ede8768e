#!/usr/bin/env bash
# Mermaid sanitizes its output with DOMPurify, whose policy is in force, and draws nothing under
# `require-trusted-types-for 'script'`, also with its strictest settings and without labels in HTML: before the result is
# sanitized, the style sheet of the diagram is assigned to `innerHTML` as a string. With that directive alone left out, it
# draws the same diagram, and the browser refuses each style that it writes.
#
# Needs Debian's Chromium, or another one that CHROMIUM names.
set -euo pipefail
chromium=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium)}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
node --version
"$chromium" --version
npm install --silent --no-audit --no-fund mermaid@12.3.0 playwright-core@1.64.1
echo 'mermaid 12.3.0'
echo "input: a flowchart of two nodes, with securityLevel 'strict' and htmlLabels false, on a page that lets scripts and styles"
echo "       come from its own files and has Trusted Types with the policies 'dompurify', once with and once without"
echo "       require-trusted-types-for 'script'"
echo 'good guess: both draw, because DOMPurify makes the markup'
cat >page.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';

const library = readFileSync('node_modules/mermaid/dist/mermaid.min.js');
const server = createServer(({ url }, response) => {
  const isScript = url.endsWith('.js');
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
  const required = url.includes('required') ? " require-trusted-types-for 'script';" : '';
  response.setHeader(
    'content-security-policy',
    `script-src 'self'; style-src 'self';${required} trusted-types dompurify 'allow-duplicates'`,
  );
  response.end(isScript ? library : '<!doctype html><p>text</p><script src="/mermaid.js"></script>');
}).listen(0, '127.0.0.1');
await new Promise((listening) => server.once('listening', listening));
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox', '--disable-gpu'] });
const seen = {};
for (const path of ['required', 'free']) {
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${server.address().port}/${path}`);
  seen[path] = await tab.evaluate(async () => {
    const refused = new Set();
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.add(effectiveDirective));
    mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', htmlLabels: false, flowchart: { htmlLabels: false } });
    const drawn = await mermaid.render('diagram', 'graph TD\n  A --> B').then(
      ({ svg }) => (svg.startsWith('<svg') ? 'svg' : 'other'),
      (error) => error.constructor.name,
    );
    await new Promise((done) => setTimeout(done, 200));
    return { drawn, refused: [...refused].sort() };
  });
  await tab.close();
}
console.log(JSON.stringify(seen));
await browser.close();
server.close();
JS
seen=$(node page.mjs "$chromium")
echo "seen (what render returns or throws, and the directives that were violated): $seen"
[ "$seen" = '{"required":{"drawn":"TypeError","refused":["require-trusted-types-for"]},"free":{"drawn":"svg","refused":["style-src-attr","style-src-elem"]}}' ]
