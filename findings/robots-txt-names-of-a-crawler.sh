#!/usr/bin/env bash
# Readers of robots.txt agree on which group is meant for a crawler only if the crawler's name is exactly the group's. With a
# version after it, a word before or after it, or the whole User-Agent header that the crawler sends, each of four readers
# draws another line: the whole name, the name before `/`, the beginning of a word, or any part of the name.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
python3 -m venv venv
venv/bin/pip install --quiet Protego==0.7.0 robotspy==0.13.0
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund robots-parser@3.0.1
venv/bin/python --version
npm ls --depth 0 | tail -n +2
venv/bin/pip list 2>/dev/null | grep -iE '^(protego|robotspy) '
echo 'input: a file with `User-agent: newsbot` and `Disallow: /`, and five names that a crawler gives for itself'
echo 'good guess: a name with a version belongs to the group, a longer name does not, and the readers agree'
printf 'User-agent: newsbot\nDisallow: /\n' >robots.txt
cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import robotsParser from 'robots-parser';

const file = robotsParser('https://qa.example.org/robots.txt', readFileSync('robots.txt', 'utf8'));
const names = JSON.parse(process.argv[2]);
console.log(JSON.stringify(names.map((name) => file.isAllowed('https://qa.example.org/q/1', name))));
JS
cat >read.py <<'PYTHON'
import json, subprocess
from urllib.robotparser import RobotFileParser
import robots
from protego import Protego

text, page = open("robots.txt").read(), "https://qa.example.org/q/1"
names = ["newsbot", "newsbot/1.0", "newsbot-image", "goodnewsbot", "Mozilla/5.0 (compatible; newsbot/1.0)"]
standard = RobotFileParser()
standard.parse(text.splitlines())
protego, robotspy = Protego.parse(text), robots.RobotsParser.from_string(text)
node = json.loads(subprocess.check_output(["node", "read.mjs", json.dumps(names)]))
seen = {}
for name, allowed in zip(names, node):
    lets_in = {
        "robots-parser": allowed,
        "robotspy": robotspy.can_fetch(name, page),
        "Protego": protego.can_fetch(page, name),
        "urllib": standard.can_fetch(name, page),
    }
    seen[name] = " ".join(reader for reader, allowed in lets_in.items() if not allowed)
    print(f"seen: {name}: kept out by {seen[name] or 'none'}")
assert seen == {
    "newsbot": "robots-parser robotspy Protego urllib",
    "newsbot/1.0": "robots-parser Protego urllib",
    "newsbot-image": "Protego urllib",
    "goodnewsbot": "urllib",
    "Mozilla/5.0 (compatible; newsbot/1.0)": "Protego",
}
PYTHON
venv/bin/python read.py
