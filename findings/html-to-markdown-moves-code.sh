#!/usr/bin/env bash
# Two converters from HTML to Markdown write code that no longer is the code once it stands beside a list or in a quotation:
# node-html-markdown takes it out of the item and puts two spaces behind each line, and in a quotation takes one space of
# four from the indentation; html2text makes a paragraph of the item before of it, so Python loses its indentation.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
python3 -m venv venv
venv/bin/pip install --quiet html2text==2025.4.15 markdownify==1.2.3
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund node-html-markdown@2.0.0 turndown@7.2.5 commonmark@0.31.2
node --version
venv/bin/python --version
npm ls --depth 0 | tail -n +2
venv/bin/pip list 2>/dev/null | grep -iE '^(html2text|markdownify) '
echo 'input: two lines of code, the second indented by four spaces, in an item of a list, in a quotation, and after a list;'
echo '       converted to Markdown, and read by the reference implementation of CommonMark'
echo 'good guess: the code comes back as it was, in the item, in the quotation, and outside of the list'
cat >convert.py <<'PYTHON'
import json, sys
import html2text, markdownify

texts = json.load(sys.stdin)
converters = {"html2text": lambda text: html2text.html2text(text, bodywidth=0), "markdownify": markdownify.markdownify}
print(json.dumps({name: [convert(text) for text in texts] for name, convert in converters.items()}))
PYTHON
cat >convert.mjs <<'JS'
import { execFileSync } from 'node:child_process';
import { Parser } from 'commonmark';
import { NodeHtmlMarkdown } from 'node-html-markdown';
import TurndownService from 'turndown';

const code = 'if x:\n    y()';
const pre = `<pre><code>${code}</code></pre>`;
const texts = [`<ul><li>a${pre}</li></ul>`, `<blockquote><p>a</p>${pre}</blockquote>`, `<ul><li>a</li></ul>${pre}`];
const turndown = new TurndownService({ codeBlockStyle: 'fenced' });
const markdown = {
  turndown: texts.map((text) => turndown.turndown(text)),
  'node-html-markdown': texts.map((text) => NodeHtmlMarkdown.translate(text)),
  ...JSON.parse(execFileSync('venv/bin/python', ['convert.py'], { input: JSON.stringify(texts) })),
};
const where = { document: 'alone', item: 'in a list', block_quote: 'in a quotation' };
const read = (text) => {
  const walker = new Parser().parse(text).walker();
  for (let event = walker.next(); event; event = walker.next())
    if (event.node.type === 'code_block') return `${JSON.stringify(event.node.literal.trimEnd())} ${where[event.node.parent.type]}`;
  return 'no code';
};
const seen = Object.entries(markdown).map(([name, written]) => `${name}: ${written.map(read).join('; ')}`);
console.log(seen.join('\n'));
JS
seen=$(node convert.mjs)
sed 's/^/seen: /' <<<"$seen"
[ "$seen" = 'turndown: "if x:\n    y()" in a list; "if x:\n    y()" in a quotation; "if x:\n    y()" alone
node-html-markdown: "if x:  \n    y()" alone; "if x:\n   y()" in a quotation; "if x:\n    y()" alone
html2text: "if x:\n    y()" in a list; "if x:\n    y()" in a quotation; no code
markdownify: "if x:\n    y()" in a list; "if x:\n    y()" in a quotation; "if x:\n    y()" alone' ]
