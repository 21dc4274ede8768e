"""What schemathesis must know of a Stoa: how one signs in, and how many cases there were."""

import atexit
import collections
import hashlib
import json
import os
import subprocess
import threading
import unicodedata
import urllib.request
import uuid

import schemathesis

URL = os.environ["SITE_URL"]
ROLE = os.environ["SITE_ROLE"]
PASSWORD = "colonnade at noon"

lock = threading.Lock()
statuses = collections.Counter()


def sign_up():
    """Somebody new, of this run's role: his cookies by their names."""
    name = f"{ROLE}-{uuid.uuid4().hex[:12]}"
    body = json.dumps({"username": name, "password": PASSWORD}).encode()
    request = urllib.request.Request(f"{URL}/user/signup", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        cookies = response.headers.get_all("Set-Cookie")
    if ROLE == "administrator":
        binary, directory = os.environ["SITE_BINARY"], os.environ["SITE_DIRECTORY"]
        subprocess.run([binary, "user", "promote", name, "--quiet", "--data-dir", directory], check=True)
    return dict(cookie.split(";")[0].split("=", 1) for cookie in cookies)


if ROLE != "anonymous":
    # Whoever logs out, deletes his account or is disabled is somebody else from then on.
    @schemathesis.auth(refresh_interval=3600).skip_for(path_regex="^/user/(login|signup|setup)$")
    class Session:
        def get(self, case, context):
            return sign_up()

        def set(self, case, data, context):
            case.cookies = {**(case.cookies or {}), "stoa_session": data["stoa_session"]}
            case.headers = {**(case.headers or {}), "X-XSRF-TOKEN": data["XSRF-TOKEN"]}


# Which kind of thing a field of a body names. Half of the bodies that are as documented name one that is there.
FIELDS = {
    "qid": "questions", "duplicateOf": "questions", "aid": "answers", "cid": "comments", "id": "posts", "gameID": "games",
    "messageId": "messages", "communityId": "communities", "participants": "users", "userId": "users",
}
known = json.loads(os.environ["SITE_KNOWN"])


@schemathesis.hook
def before_call(context, case, kwargs):
    is_valid = case.meta is not None and case.meta.generation.mode.is_positive
    if is_valid and isinstance(case.body, dict):
        text = json.dumps(case.body, sort_keys=True, default=str)
        chance = int.from_bytes(hashlib.sha256(text.encode("utf-8", "replace")).digest()[:8], "big")
        for field, kind in FIELDS.items():
            if chance % 2 and known[kind] and field in case.body:
                name = known[kind][chance // 2 % len(known[kind])]
                case.body[field] = [name] if field == "participants" else name


# What a schema cannot say: which of the calls that are as documented are refused all the same, with which sentence.
RULES = [
    "Invalid hyperlink format.", "Invalid cursor", "Invalid order", "Invalid time zone", "Invalid date", "Cannot have more than 5 tags",
    "Should have at least 1 tag", "Please select a user to chat with", "Password must be at least 8 characters long",
    "A question cannot be a duplicate of itself", "Malformed request: a nonce has at most 64 bytes", "This username is reserved",
    "Anyone can join this community",
]


def is_shortened(value):
    """Whether a text in it is stored shorter than it came: limits count neither control characters nor doubled spaces."""
    if isinstance(value, (dict, list)):
        return any(is_shortened(part) for part in (value.values() if isinstance(value, dict) else value))
    if not isinstance(value, str):
        return False
    kept = "".join(c for c in value if unicodedata.category(c) != "Cc" or c in "\n\t")
    return len(" ".join(kept.split())) < len(value)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if failure.code == "ST201" and "`maxLength`" in failure.message:
        return not is_shortened(case.body)
    return not (failure.code == "ST202" and response.text in RULES)


@schemathesis.hook
def after_call(context, case, response):
    with lock:
        statuses[response.status_code] += 1


@atexit.register
def report():
    if statuses:
        with open(os.environ["SITE_REPORT"], "w") as file:
            json.dump(statuses, file)
