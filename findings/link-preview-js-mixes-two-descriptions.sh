#!/usr/bin/env bash
# A page has a title and a description for windows and search engines, and may have others, of Open Graph, for those who
# share it. link-preview-js takes Open Graph's title before the plain one, but the plain description before Open Graph's:
# its preview then has two halves that were written apart. Two other libraries take the shared pair.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
python3 -m venv venv
venv/bin/pip install --quiet linkpreview==0.13.2
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund link-preview-js@4.0.4 page-metadata-parser@1.1.4 linkedom@0.18.15
node --version
venv/bin/python --version
npm ls --depth 0 | tail -n +2
venv/bin/pip list 2>/dev/null | grep -i '^linkpreview '
echo 'input: a page with a plain title and description, and others in og:title and og:description'
echo 'good guess: both from Open Graph, which is for previews, or at least both from the same pair'
cat >page.html <<'HTML'
<!doctype html>
<html lang="en">
<head>
<title>plain title</title>
<meta name="description" content="plain description">
<meta property="og:title" content="shared title">
<meta property="og:description" content="shared description">
</head>
<body><p>text</p></body>
</html>
HTML
cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import previews from 'link-preview-js';
import { parseHTML } from 'linkedom';
import parser from 'page-metadata-parser';

const html = readFileSync('page.html', 'utf8');
const url = 'https://qa.example.org/q/1';
const preview = await previews.getPreviewFromContent({ url, headers: { 'content-type': 'text/html' }, data: html });
const metadata = parser.getMetadata(parseHTML(html).document, url);
console.log(`link-preview-js: ${preview.title}, ${preview.description}`);
console.log(`page-metadata-parser: ${metadata.title}, ${metadata.description}`);
JS
cat >read.py <<'PYTHON'
from linkpreview import link_preview

preview = link_preview("https://qa.example.org/q/1", open("page.html").read())
print(f"linkpreview: {preview.title}, {preview.description}")
PYTHON
seen=$(node read.mjs && venv/bin/python read.py)
sed 's/^/seen: /' <<<"$seen"
[ "$seen" = 'link-preview-js: shared title, plain description
page-metadata-parser: shared title, shared description
linkpreview: shared title, shared description' ]
