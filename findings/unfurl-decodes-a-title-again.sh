#!/usr/bin/env bash
# unfurl.js, which reads pages for previews, decodes the entities of titles and descriptions twice again after HTML's own
# decoding. A question about entities loses what it asks about, and so does one that an entity in an entity was to save.
# Escaping more on the page is no way out, because it is then wrong in all that decode once, as browsers do.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
npm init --yes >/dev/null
npm pkg set type=module
npm install --silent --no-audit --no-fund unfurl.js@6.4.0 link-preview-js@4.0.4 open-graph-scraper@6.12.0
node --version
npm ls --depth 0 | tail -n +2
echo 'input: a page whose title, og:title and description are `Is &copy; or &amp;copy; right?`, escaped once as HTML wants it'
echo 'good guess: each library gives this text, as a browser shows it'
cat >read.js <<'JS'
import { createServer } from 'node:http';
import previews from 'link-preview-js';
import scrape from 'open-graph-scraper';
import { unfurl } from 'unfurl.js';

const text = 'Is &copy; or &amp;copy; right?';
const escaped = text.replaceAll('&', '&amp;');
const html = `<!doctype html><html><head><title>${escaped}</title><meta property="og:title" content="${escaped}">
<meta name="description" content="${escaped}"></head><body><p>text</p></body></html>`;
const server = createServer((_, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(html);
}).listen(0, '127.0.0.1');
await new Promise((listening) => server.once('listening', listening));
const url = `http://127.0.0.1:${server.address().port}/`;
const page = await unfurl(url);
server.close();
const once = {
  'link-preview-js': (await previews.getPreviewFromContent({ url, headers: { 'content-type': 'text/html' }, data: html })).title,
  'open-graph-scraper': (await scrape({ html })).result.ogTitle,
};
const again = {
  'unfurl.js, title': page.title,
  'unfurl.js, og:title': page.open_graph.title,
  'unfurl.js, description': page.description,
};
for (const [name, title] of Object.entries({ ...once, ...again })) console.log(`seen: ${name}: ${title}`);
const hasText = Object.values(once).every((title) => title === text);
process.exit(hasText && Object.values(again).every((title) => title === 'Is © or © right?') ? 0 : 1);
JS
node read.js
