#!/usr/bin/env bash
# A sitemap may say of a page that it changed in a month or in a year, without a day: W3C's dates allow it. The reader
# ultimate-sitemap-parser fills in what is missing from the day on which it reads, so the same file gives another date on
# another day, without a warning, and a page that nobody touched seems to change daily.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
python3 -m venv venv
venv/bin/pip install --quiet ultimate-sitemap-parser==1.8.1 freezegun==1.5.5 python-dateutil==2.9.0.post0
venv/bin/python --version
venv/bin/pip list 2>/dev/null | grep -iE '^(ultimate-sitemap-parser|python-dateutil|freezegun) '
echo 'input: a sitemap with lastmod 2019, 2019-03 and 2019-03-05, read on 17 and on 31 August 2026'
echo 'good guess: the first of the month or year, or no date; in any case the same on both days'
cat >read.py <<'PYTHON'
import logging
from freezegun import freeze_time
from usp.tree import sitemap_from_str

logging.disable(logging.WARNING)
dates = ["2019", "2019-03", "2019-03-05"]
pages = "".join(f"<url><loc>https://qa.example.org/q/{date}</loc><lastmod>{date}</lastmod></url>" for date in dates)
xml = f"""<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{pages}</urlset>"""
seen = {}
for today in ("2026-08-17", "2026-08-31"):
    with freeze_time(today):
        read = [f"{page.last_modified:%Y-%m-%d}" for page in sitemap_from_str(xml).all_pages()]
    seen[today] = read
    print(f"seen: read on {today}: {', '.join(f'{date} as {day}' for date, day in zip(dates, read))}")
assert seen == {
    "2026-08-17": ["2019-08-17", "2019-03-17", "2019-03-05"],
    "2026-08-31": ["2019-08-31", "2019-03-31", "2019-03-05"],
}
PYTHON
venv/bin/python read.py
