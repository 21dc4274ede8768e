#!/usr/bin/env bash
# extruct reads all structured data of a page in one call, and takes the address of the page to resolve what is relative. It
# does so for microdata, microformats and RDFa's links, and leaves the same addresses relative in JSON-LD, Open Graph and
# Dublin Core. Who reads the same field from whichever syntax a page has gets an address from one page and a path from another.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
python3 -m venv venv
venv/bin/pip install --quiet extruct==0.18.0
venv/bin/python --version
venv/bin/pip list 2>/dev/null | grep -iE '^(extruct|lxml|rdflib|pyrdfa3|mf2py) '
echo 'input: a page with the link /q/2 in six syntaxes, extracted with base_url=https://qa.example.org/q/1'
echo 'good guess: the link is https://qa.example.org/q/2 in all of them'
cat >read.py <<'PYTHON'
import json, logging
import extruct

logging.disable(logging.WARNING)
html = """<!doctype html>
<html prefix="og: https://ogp.me/ns#">
<head>
<title>text</title>
<meta property="og:title" content="text"><meta property="og:url" content="/q/2">
<meta name="DC.title" content="text"><link rel="DC.relation" href="/q/2">
<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Question", "url": "/q/2"}</script>
</head>
<body>
<p itemscope itemtype="https://schema.org/Question"><a itemprop="url" href="/q/2">text</a></p>
<p class="h-entry"><a class="u-url" href="/q/2">text</a></p>
<p vocab="https://schema.org/" typeof="Question"><a property="url" href="/q/2">text</a></p>
</body>
</html>"""
data = extruct.extract(html, base_url="https://qa.example.org/q/1")
# RDFa's own reading of og:url, a text and no link in RDFa, is not looked at.
data["rdfa"] = [item for item in data["rdfa"] if "https://schema.org/url" in item]
seen = {
    syntax: "absolute" if '"https://qa.example.org/q/2"' in json.dumps(items) else
    "relative" if '"/q/2"' in json.dumps(items) else "missing"
    for syntax, items in data.items()
}
for syntax, link in seen.items():
    print(f"seen: {syntax}: {link}")
assert seen == {
    "microdata": "absolute", "microformat": "absolute", "rdfa": "absolute",
    "json-ld": "relative", "opengraph": "relative", "dublincore": "relative",
}
PYTHON
venv/bin/python read.py
