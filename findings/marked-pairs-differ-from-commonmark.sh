#!/usr/bin/env bash
# marked loses strong text that contains emphasis within a word or a quotation, a link whose text has one backtick, and
# strikes text between two tildes of paths, where other implementations of CommonMark (and of GFM) agree.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund marked@18.2.1 commonmark@0.31.2 markdown-it@15.0.3
npm ls --depth 0 | tail -n +2
echo 'input: strong text with emphasis of one letter, strong text that ends in an emphasized quotation, a link with a'
echo '       backtick in its text, and two paths in parentheses that begin with a tilde'
echo 'good guess: marked, which follows CommonMark and GFM, reads them as the reference implementation does'
cat >read.mjs <<'JS'
import * as reference from 'commonmark';
import { marked } from 'marked';
import MarkdownIt from 'markdown-it';

const texts = ['**the *n*th element**', '**He said "*Stop.*"**', '[a`b](https://x.example)', '(~/a) to (~/b)'];
const differs = texts.map((text) => {
  const read = [
    new reference.HtmlRenderer().render(new reference.Parser().parse(text)),
    new MarkdownIt().render(text),
    marked.parse(text),
  ];
  console.log(`seen: ${text}\n  commonmark, markdown-it: ${read[0].trim()}\n  marked: ${read[2].trim()}`);
  return read[0] === read[1] && read[0] !== read[2];
});
process.exit(differs.every(Boolean) ? 0 : 1);
JS
node read.mjs
