#!/usr/bin/env bash
# A relay written with Python's modern e-mail policy changes a header that it only passes on, if the header has one long
# word: from 59 characters on it begins a line of its own, and from 76 on it becomes encoded words, which a one-click
# address must not be. A DKIM signature with simple canonicalization breaks at the first, any at the second.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
python3 -m venv venv
venv/bin/pip install --quiet dkimpy==1.1.8 dnspython==2.8.0
openssl genrsa -traditional -out key.pem 2048 2>/dev/null
openssl rsa -in key.pem -pubout -outform DER 2>/dev/null | base64 -w0 >public
venv/bin/python --version
venv/bin/pip list 2>/dev/null | grep -i dkimpy
echo 'input: a signed message with List-Unsubscribe: <an https address>, parsed and written again with email.policy.SMTP'
echo 'good guess: a header that nobody changed is written as it was read, at least within 78 characters'
venv/bin/python - <<'PYTHON'
import dkim
from email import policy
from email.parser import BytesParser

key, public = open("key.pem", "rb").read(), open("public", "rb").read()
seen = {}
for length in (58, 59, 75, 76):
    address = "https://qa.example.org/u/".ljust(length, "a")
    message = (
        "From: qa@example.org\r\nTo: ann@example.com\r\nSubject: An answer\r\n"
        f"List-Unsubscribe: <{address}>\r\n\r\nHello\r\n"
    ).encode()
    headers = [b"from", b"to", b"subject", b"list-unsubscribe"]
    for canonical in (b"simple", b"relaxed"):
        signature = dkim.sign(message, b"s", b"example.org", key, canonicalize=(canonical, canonical), include_headers=headers)
        passed_on = BytesParser(policy=policy.SMTP).parsebytes(signature + message).as_bytes()
        # The signature itself is left as it was: only the other headers are looked at.
        passed_on = signature + passed_on[passed_on.index(b"From: "):]
        valid = dkim.verify(passed_on, dnsfunc=lambda *_, **__: b"v=DKIM1; k=rsa; p=" + public)
        seen[length, canonical.decode()] = (valid, b"=?utf-8?q?" in passed_on)
for (length, canonical), (valid, encoded) in seen.items():
    print(f"seen: {length} characters, {canonical}: signature {'valid' if valid else 'broken'}, {'encoded words' if encoded else 'as an address'}")
assert seen == {
    (58, "simple"): (True, False), (58, "relaxed"): (True, False),
    (59, "simple"): (False, False), (59, "relaxed"): (True, False),
    (75, "simple"): (False, False), (75, "relaxed"): (True, False),
    (76, "simple"): (False, True), (76, "relaxed"): (False, True),
}
PYTHON
