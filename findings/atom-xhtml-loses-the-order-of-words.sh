#!/usr/bin/env bash
# Atom lets titles and contents be XHTML, with elements in the middle of a sentence. rss-parser writes the elements of such a
# content behind the text that stood around them, and gives an object for such a title; @extractus/feed-extractor
# gives neither, and fastfeedparser no title. A parser of XML that groups children by their names has lost their order.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
python3 -m venv venv
venv/bin/pip install --quiet fastfeedparser==0.6.5 feedparser==6.0.14
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund rss-parser@3.13.0 @extractus/feed-extractor@8.0.3 @rowanmanning/feed-parser@2.1.5
node --version
venv/bin/python --version
npm ls --depth 0 | tail -n +2
venv/bin/pip list 2>/dev/null | grep -iE '^(fastfeedparser|feedparser) '
echo 'input: an Atom entry whose title has one word in <code>, and whose content has two words in <code> and one in <b>, as XHTML'
echo 'good guess: all readers show the words of both in their order, with or without the markup'
cat >feed.xml <<'XML'
<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>https://qa.example.org/</id>
  <title>Questions</title>
  <updated>2026-01-02T03:04:05Z</updated>
  <author><name>Ann</name></author>
  <entry>
    <id>https://qa.example.org/q/1</id>
    <link rel="alternate" href="https://qa.example.org/q/1"/>
    <updated>2026-01-02T03:04:05Z</updated>
    <title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Why is <code>nil</code> false?</div></title>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Use <code>x</code> for <b>y</b>, not <code>z</code>.</div></content>
  </entry>
</feed>
XML
cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { extractFromXml } from '@extractus/feed-extractor';
import { parseFeed } from '@rowanmanning/feed-parser';
import RssParser from 'rss-parser';

const xml = readFileSync('feed.xml', 'utf8');
const [item] = (await new RssParser().parseString(xml)).items;
const [entry] = extractFromXml(xml).entries;
const [right] = parseFeed(xml).items;
const seen = {
  'rss-parser': [typeof item.title, item.content],
  'feed-extractor': [entry.title, entry.description],
  '@rowanmanning/feed-parser': [right.title, right.content],
};
console.log(JSON.stringify(seen));
JS
cat >read.py <<'PYTHON'
import json, re, subprocess
import fastfeedparser, feedparser

xml = open("feed.xml").read()
seen = json.loads(subprocess.check_output(["node", "read.mjs"]))
for library in (fastfeedparser, feedparser):
    entry = library.parse(xml).entries[0]
    seen[library.__name__] = [entry["title"], entry["content"][0]["value"]]
# Without the markup: only the words are compared.
seen = {name: [" ".join(re.sub("<[^>]*>", "", text).split()) for text in texts] for name, texts in seen.items()}
for name, (title, content) in seen.items():
    print(f"seen: {name}: title {title!r}, content {content!r}")
right = ["Why is nil false?", "Use x for y, not z."]
assert seen == {
    "rss-parser": ["object", "Use for , not .xzy"],
    "feed-extractor": ["", ""],
    "@rowanmanning/feed-parser": right,
    "fastfeedparser": ["", right[1]],
    "feedparser": right,
}
PYTHON
venv/bin/python read.py
