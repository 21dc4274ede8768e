#!/usr/bin/env bash
# Turndown, which converts HTML to Markdown, parses an empty string when it is loaded, to find out what the browser can do.
# Under `require-trusted-types-for 'script'` that is a violation, reported on each page that loads it, also where only nodes
# are converted. Strings are then refused by the browser, and TrustedHTML by Turndown: nodes alone work.
#
# Needs Debian's Chromium, or another one that CHROMIUM names.
set -euo pipefail
chromium=${CHROMIUM:-$(command -v chromium-headless-shell || command -v chromium)}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
node --version
"$chromium" --version
npm install --silent --no-audit --no-fund turndown@7.2.5 playwright-core@1.64.1
echo 'turndown 7.2.5'
echo "input: a page whose policy is require-trusted-types-for 'script', with a paragraph that has a bold word"
echo 'good guess: converting the paragraph violates nothing, since no string is parsed; TrustedHTML of a policy is as good as a string'
cat >page.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';

const library = readFileSync('node_modules/turndown/lib/turndown.browser.umd.js');
const page = `<!doctype html><p>a <b>word</b></p><script src="/before.js"></script><script src="/turndown.js"></script>`;
const before = `window.violations = 0; addEventListener('securitypolicyviolation', () => { window.violations += 1; });`;
const server = createServer(({ url }, response) => {
  const [type, body] =
    url === '/turndown.js' ? ['text/javascript', library] : url === '/before.js' ? ['text/javascript', before] : ['text/html', page];
  response.setHeader('content-type', type);
  response.setHeader('content-security-policy', "script-src 'self'; require-trusted-types-for 'script'");
  response.end(body);
}).listen(0, '127.0.0.1');
await new Promise((listening) => server.once('listening', listening));
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox', '--disable-gpu'] });
const tab = await browser.newPage();
await tab.goto(`http://127.0.0.1:${server.address().port}/`);
const seen = await tab.evaluate(async () => {
  const soon = () => new Promise((done) => setTimeout(done, 100));
  const tried = (convert) => {
    try {
      return convert();
    } catch (error) {
      return error.constructor.name;
    }
  };
  await soon();
  const loading = window.violations;
  const converter = new TurndownService();
  const node = tried(() => converter.turndown(document.querySelector('p')));
  await soon();
  const converting = window.violations - loading;
  const trusted = trustedTypes.createPolicy('example', { createHTML: (html) => html }).createHTML('<b>word</b>');
  return {
    loading,
    node,
    converting,
    string: tried(() => converter.turndown('<b>word</b>')),
    trusted: tried(() => converter.turndown(trusted)),
  };
});
console.log(JSON.stringify(seen));
await browser.close();
server.close();
JS
seen=$(node page.mjs "$chromium")
echo "seen (violations while loading and while converting the node, and what three conversions return or throw): $seen"
[ "$seen" = '{"loading":1,"node":"a **word**","converting":0,"string":"TypeError","trusted":"TypeError"}' ]
