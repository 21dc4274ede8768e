#!/usr/bin/env bash
# iCalendar writes a backslash as two, a line break as a backslash and n, and a comma that separates nothing as a backslash
# and a comma. PyPI's ics and npm's node-ical break the line in a path like C:\new, since they undo one escape after the
# other; ics does so with what it wrote itself. node-ical and ts-ics cut a category at a comma that is part of its name.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
python3 -m venv venv
venv/bin/pip install --quiet ics==0.7.3 icalendar==7.3.2 vobject==0.9.9
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund ical.js@2.2.1 node-ical@0.26.1 ts-ics@2.4.6
node --version
venv/bin/python --version
npm ls --depth 0 | tail -n +2
venv/bin/pip list 2>/dev/null | grep -iE '^(ics|icalendar|vobject) '
echo 'input: an event with the summary C:\new and the two categories "read,write" and "web", escaped as RFC 5545 wants it'
echo 'good guess: all readers give this summary, and two categories'
printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//EN BEGIN:VEVENT UID:1@qa.example.org DTSTAMP:20260102T030405Z \
  DTSTART:20260105T100000Z 'SUMMARY:C:\\new' 'CATEGORIES:read\,write,web' END:VEVENT END:VCALENDAR >event.ics
cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { convertIcsCalendar } from 'ts-ics';

const text = readFileSync('event.ics', 'utf8');
const component = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent');
const event = Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === 'VEVENT');
const [typed] = convertIcsCalendar(undefined, text).events;
const seen = {
  'ical.js': [component.getFirstPropertyValue('summary'), component.getFirstProperty('categories').getValues()],
  'node-ical': [event.summary, event.categories],
  'ts-ics': [typed.summary, typed.categories],
};
console.log(JSON.stringify(seen));
JS
cat >read.py <<'PYTHON'
import json, subprocess
import icalendar, ics, vobject

text = open("event.ics", newline="").read()
seen = json.loads(subprocess.check_output(["node", "read.mjs"]))
event = icalendar.Calendar.from_ical(text).walk("VEVENT")[0]
seen["icalendar"] = [str(event["summary"]), [str(category) for category in event["categories"].cats]]
event = vobject.readOne(text).vevent
seen["vobject"] = [event.summary.value, event.categories.value]
(event,) = ics.Calendar(text).events
seen["ics"] = [event.name, sorted(event.categories)]
for name, (summary, categories) in seen.items():
    print(f"seen: {name}: summary {json.dumps(summary)}, categories {json.dumps(categories)}")
(own,) = ics.Calendar(ics.Calendar(events=[ics.Event(name=r"C:\new", begin="2026-01-05")]).serialize()).events
print(f"seen: ics, of its own text: summary {json.dumps(own.name)}")
right, broken, whole, cut = r"C:\new", "C:\\\new", ["read,write", "web"], ["read\\", "write", "web"]
assert seen == {
    "ical.js": [right, whole], "node-ical": [broken, cut], "ts-ics": [right, cut],
    "icalendar": [right, whole], "vobject": [right, whole], "ics": [broken, whole],
}
assert own.name == broken
PYTHON
venv/bin/python read.py
