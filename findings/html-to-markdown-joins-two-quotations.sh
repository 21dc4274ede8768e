#!/usr/bin/env bash
# Two quotations that follow each other, say of two people, are one in what PyPI's html-to-markdown writes, and even one
# paragraph: it ends a quotation with one line break, where Markdown needs an empty line. A paragraph after a quotation
# gets that line. Two other converters keep the quotations apart.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
python3 -m venv venv
venv/bin/pip install --quiet html-to-markdown==3.21.2 markdownify==1.2.3 html2text==2025.4.15 markdown-it-py==4.3.0
venv/bin/python --version
venv/bin/pip list 2>/dev/null | grep -iE '^(html-to-markdown|markdownify|html2text|markdown-it-py) '
echo 'input: <blockquote><p>one</p></blockquote><blockquote><p>two</p></blockquote>, converted to Markdown and rendered again'
echo 'good guess: two quotations, each with its paragraph'
venv/bin/python - <<'PYTHON'
import html2text, html_to_markdown, markdownify
from markdown_it import MarkdownIt

converters = {
    "html-to-markdown": lambda html: html_to_markdown.convert(html).content,
    "markdownify": markdownify.markdownify,
    "html2text": html2text.html2text,
}
html = "<blockquote><p>one</p></blockquote><blockquote><p>two</p></blockquote>"
seen = {}
for name, convert in converters.items():
    markdown = convert(html).strip()
    types = [token.type for token in MarkdownIt().parse(markdown)]
    seen[name] = types.count("blockquote_open"), types.count("paragraph_open")
    print(f"seen: {name}: {markdown!r}: {seen[name][0]} quotations, {seen[name][1]} paragraphs")
assert seen == {"html-to-markdown": (1, 1), "markdownify": (2, 2), "html2text": (2, 2)}
PYTHON
