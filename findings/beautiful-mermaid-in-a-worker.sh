#!/usr/bin/env bash
# beautiful-mermaid draws Mermaid without a document, and says so. In a worker of a browser, where there is none, it draws
# sequence diagrams and throws for flowcharts: around the start of its layout it removes `self` and assigns it again, and a
# worker has a `self` that can be neither. With `self` as a property of one's own, and a global `document`, it draws both.
#
# Needs Debian's Chromium, or another one that CHROMIUM names.
set -euo pipefail
chromium=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium)}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
node --version
"$chromium" --version
npm install --silent --no-audit --no-fund beautiful-mermaid@1.1.3 esbuild@0.28.1 playwright-core@1.64.1
npm pkg set type=module
echo 'beautiful-mermaid 1.1.3'
echo 'input: a flowchart of two nodes and a sequence diagram of one message, each drawn in Node and in a module worker'
echo 'good guess: the worker draws what Node draws, because the library needs no document'
cat >draw.js <<'JS'
import { renderMermaidSVG } from 'beautiful-mermaid';

globalThis.drawn = (source) => {
  try {
    return renderMermaidSVG(source).startsWith('<svg') ? 'svg' : 'other';
  } catch (error) {
    return error.constructor.name;
  }
};
JS
cat >worker.js <<'JS'
import './draw.js';

self.onmessage = ({ data }) => postMessage(drawn(data));
JS
cat >own-self.js <<'JS'
globalThis.document = {};
Object.defineProperty(globalThis, 'self', { value: globalThis, writable: true, configurable: true });
JS
printf "import './own-self.js';\nimport './worker.js';\n" >worker-with-self.js
npx esbuild worker.js worker-with-self.js --bundle --format=esm --outdir=out --log-level=error
cat >page.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
import './draw.js';

const sources = { flowchart: 'graph LR\n  A --> B', sequence: 'sequenceDiagram\n  A->>B: C' };
const server = createServer(({ url }, response) => {
  const isScript = url.endsWith('.js');
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
  response.end(isScript ? readFileSync(`out${url}`) : '<!doctype html><p>text');
}).listen(0, '127.0.0.1');
await new Promise((listening) => server.once('listening', listening));
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox', '--disable-gpu'] });
const tab = await browser.newPage();
await tab.goto(`http://127.0.0.1:${server.address().port}/`);
const inWorker = (script, source) =>
  tab.evaluate(
    ([script, source]) =>
      new Promise((resolve) => {
        const worker = new Worker(script, { type: 'module' });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = () => resolve('error');
        setTimeout(() => resolve('nothing'), 30_000);
        worker.postMessage(source);
      }),
    [script, source],
  );
const seen = {};
for (const [name, source] of Object.entries(sources))
  seen[name] = {
    node: drawn(source),
    worker: await inWorker('/worker.js', source),
    withSelf: await inWorker('/worker-with-self.js', source),
  };
console.log(JSON.stringify(seen));
await browser.close();
server.close();
JS
seen=$(node page.mjs "$chromium")
echo "seen (what each draws or throws): $seen"
[ "$seen" = '{"flowchart":{"node":"svg","worker":"TypeError","withSelf":"svg"},"sequence":{"node":"svg","worker":"svg","withSelf":"svg"}}' ]
