#!/usr/bin/env bash
# Atom's `type="text"`, also where no type is given, promises that `<` is a `<`. For a site about code, four readers still
# take out of such text what looks like a tag: the short form of rss-parser, @extractus/feed-extractor and fastfeedparser
# loses the middle of a comparison, and the title of node-feedparser a type, if HTML has an element of that name.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
python3 -m venv venv
venv/bin/pip install --quiet fastfeedparser==0.6.5
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund rss-parser@3.13.0 @extractus/feed-extractor@8.0.3 feedparser@2.6.0 @rowanmanning/feed-parser@2.1.5
node --version
venv/bin/python --version
npm ls --depth 0 | tail -n +2
venv/bin/pip list 2>/dev/null | grep -i '^fastfeedparser '
echo 'input: an Atom entry with the title `Is List<String> a List<Object>?` and the content `Stop if a < b && c > d.`, both text'
echo 'good guess: text has no tags, so all readers give both as they are, also in a short form'
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
    <title type="text">Is List&lt;String&gt; a List&lt;Object&gt;?</title>
    <content type="text">Stop if a &lt; b &amp;&amp; c &gt; d.</content>
  </entry>
</feed>
XML
cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { extractFromXml } from '@extractus/feed-extractor';
import { parseFeed } from '@rowanmanning/feed-parser';
import FeedParser from 'feedparser';
import RssParser from 'rss-parser';

const xml = readFileSync('feed.xml', 'utf8');
const [item] = (await new RssParser().parseString(xml)).items;
const [entry] = extractFromXml(xml).entries;
const [right] = parseFeed(xml).items;
const posts = Readable.from([xml]).pipe(new FeedParser());
const post = (await posts[Symbol.asyncIterator]().next()).value;
const seen = {
  'rss-parser': [item.title, item.contentSnippet],
  'feed-extractor': [entry.title, entry.description],
  'node-feedparser': [post.title, post.description],
  '@rowanmanning/feed-parser': [right.title, right.content],
};
console.log(JSON.stringify(seen));
JS
cat >read.py <<'PYTHON'
import json, subprocess
import fastfeedparser

seen = json.loads(subprocess.check_output(["node", "read.mjs"]))
entry = fastfeedparser.parse(open("feed.xml").read()).entries[0]
seen["fastfeedparser"] = [entry["title"], entry["description"]]
for name, (title, content) in seen.items():
    print(f"seen: {name}: title {title!r}, content {content!r}")
title, content = "Is List<String> a List<Object>?", "Stop if a < b && c > d."
assert seen == {
    "rss-parser": [title, "Stop if a  d."],
    "feed-extractor": [title, "Stop if a  d."],
    "node-feedparser": ["Is List<String> a List?", content],
    "@rowanmanning/feed-parser": [title, content],
    "fastfeedparser": [title, "Stop if a d."],
}
PYTHON
venv/bin/python read.py
