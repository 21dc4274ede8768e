#!/usr/bin/env bash
# The Python library of Standard Webhooks verifies a body as bytes or as text alike. It also signs bytes without an error,
# but what it signs is their representation, `b'…'` with its quotes: its own verification then finds no signature that
# matches. svix, which wraps it, does the same; the JavaScript library takes a Buffer for what it holds.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
python3 -m venv venv
venv/bin/pip install --quiet standardwebhooks==1.1.0 svix==2.9.1
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund standardwebhooks@1.1.1
node --version
venv/bin/python --version
npm ls --depth 0 | tail -n +2
venv/bin/pip list 2>/dev/null | grep -iE '^(standardwebhooks|svix) '
echo 'input: the body {"a":1}, signed as text, as bytes, and as the text that repr() gives for the bytes'
echo 'good guess: bytes have the signature of the text that they encode, as verify() reads them; or sign() raises'
cat >sign.mjs <<'JS'
import { Webhook } from 'standardwebhooks';

const [secret, seconds, body] = process.argv.slice(2);
const sign = (payload) => new Webhook(secret).sign('m1', new Date(seconds * 1000), payload);
console.log(sign(Buffer.from(body)) === sign(body));
JS
cat >sign.py <<'PYTHON'
import base64, subprocess
from datetime import datetime, timezone
import standardwebhooks, svix

secret, text = "whsec_" + base64.b64encode(b"example " * 4).decode(), '{"a":1}'
now = datetime.now(timezone.utc).replace(microsecond=0)
seconds = str(int(now.timestamp()))

def verifies(webhook, signed, body):
    headers = {"webhook-id": "m1", "webhook-timestamp": seconds, "webhook-signature": webhook.sign("m1", now, signed)}
    try:
        webhook.verify(body, headers)
        return True
    except standardwebhooks.WebhookVerificationError:
        return False

for library in (standardwebhooks, svix):
    webhook, body = library.Webhook(secret), text.encode()
    of_text = verifies(webhook, text, text), verifies(webhook, text, body)
    of_bytes = verifies(webhook, body, text), verifies(webhook, body, body)
    is_repr = webhook.sign("m1", now, body) == webhook.sign("m1", now, repr(body))
    print(f"seen: {library.__name__}: signed as text, verifies (as text, as bytes): {of_text}; signed as bytes: {of_bytes}")
    print(f"seen: {library.__name__}: the signature of the bytes is that of repr(bytes): {is_repr}")
    assert (of_text, of_bytes, is_repr) == ((True, True), (False, False), True)
node = subprocess.check_output(["node", "sign.mjs", secret, seconds, text], text=True).strip()
print(f"seen: in JavaScript a Buffer has the signature of its text: {node}")
assert node == "true"
PYTHON
venv/bin/python sign.py
