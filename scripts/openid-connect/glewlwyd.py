"""The walk of a person through Glewlwyd, once with each algorithm. `run` starts it if the program is installed.

Glewlwyd refuses with 403 and codes of its own, sends no time of the login, and does not name itself in its answers.
"""

import gzip
import http.cookiejar
import json
import pathlib
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))

from testing import ENVIRONMENT, Server  # noqa: E402

SECRET = "s+e%c/r:et"
PASSWORD = "correct horse"
TABLES = "/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz"
MODULES = "/usr/lib/glewlwyd"
# By the id of the provider: the type of the key as Glewlwyd calls it, and as openssl does.
RSA = ["RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
ALGORITHMS = {
    "rs256": ("rsa", RSA),
    "ps256": ("rsa-pss", RSA),
    "es256": ("ecdsa", ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"]),
    "eddsa": ("eddsa", ["ED25519"]),
    "wrong": ("rsa", RSA),
}
failures = 0


def check(what, found, expected):
    global failures
    if found == expected:
        print("ok   ", what)
    else:
        failures += 1
        print("WRONG", f"{what}: {found!r} instead of {expected!r}")


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class StayHere(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Person:
    """A browser: cookies, also those of other ports of the host."""

    def __init__(self):
        self.cookies = http.cookiejar.CookieJar()
        keep = urllib.request.HTTPCookieProcessor(self.cookies)
        self.opener = urllib.request.build_opener(keep, StayHere)

    def request(self, method, url, body=None, headers={}):
        """Sends a request. Returns the status, the headers, and the JSON or the text of the response."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **headers}
        request = urllib.request.Request(url, data, headers, method=method)
        try:
            response = self.opener.open(request, timeout=30)
        except urllib.error.HTTPError as refusal:
            response = refusal
        with response:
            text = response.read().decode()
        try:
            return response.status, response.headers, json.loads(text)
        except ValueError:
            return response.status, response.headers, text

    def call(self, method, path, body=None):
        """Calls the site. Returns the status and the reply."""
        headers = {"Origin": site}
        headers.update({"X-XSRF-TOKEN": c.value for c in self.cookies if c.name == "XSRF-TOKEN"})
        status, _, reply = self.request(method, site + path, body, headers)
        return status, reply

    def ask(self, method, path, body=None):
        """Calls Glewlwyd, which must accept it."""
        status, _, reply = self.request(method, f"{glewlwyd}/api/{path}", body)
        if status != 200:
            raise SystemExit(f"Glewlwyd: {method} {path}: {status} {reply}")

    def travel(self, start, provider, name):
        """Goes to Glewlwyd, logs in there and agrees, and comes back. Returns what the site says."""
        status, reply = self.call("POST", start, {"provider": provider})
        if status != 200:
            return status, reply
        location = reply["location"]
        _, headers, _ = self.request("GET", location)
        if not headers["Location"].startswith(f"{glewlwyd}/login.html"):
            raise SystemExit(f"Glewlwyd asks for no login: {headers['Location']}")
        # What its page does.
        self.ask("POST", "auth", {"username": name, "password": PASSWORD})
        self.ask("PUT", "auth/grant/stoa", {"scope": "openid"})
        _, headers, _ = self.request("GET", f"{location}&g_continue")
        back = urllib.parse.urlsplit(headers["Location"])
        if f"{back.scheme}://{back.netloc}{back.path}" != f"{site}/oidc/callback/{provider}":
            raise SystemExit(f"Glewlwyd sends the browser elsewhere: {headers['Location']}")
        found = dict(urllib.parse.parse_qsl(back.query))
        names = {"state", "code", "iss", "error"}
        answer = {name: found.get(name, "") for name in names}
        answer["errorDescription"] = found.get("error_description", "")
        return self.call("POST", "/oidc/finish", {"provider": provider, **answer})


def start_glewlwyd(directory, port):
    """Starts Glewlwyd with a database of its own."""
    database, nothing = directory / "glewlwyd.db", directory / "nothing"
    nothing.mkdir()
    with sqlite3.connect(database) as tables:
        tables.executescript(gzip.decompress(pathlib.Path(TABLES).read_bytes()).decode())
    settings = {
        "port": port,
        "bind_address": "127.0.0.1",
        "external_url": glewlwyd,
        "login_url": "login.html",
        "api_prefix": "api",
        "log_mode": "console",
        "log_level": "ERROR",
        "cookie_secure": False,
        "session_key": "GLEWLWYD",
        "session_expiration": 3600,
        "allow_multiple_user_per_session": False,
        "login_api_enabled": True,
        "admin_scope": "g_admin",
        "profile_scope": "g_profile",
        "hash_algorithm": "SHA512",
        "user_module_path": f"{MODULES}/user",
        "user_middleware_module_path": str(nothing),
        "client_module_path": f"{MODULES}/client",
        "user_auth_scheme_module_path": f"{MODULES}/scheme",
        "plugin_module_path": f"{MODULES}/plugin",
    }
    lines = [f"{name} = {json.dumps(value)}\n" for name, value in settings.items()]
    lines.append(f'database = {{ type = "sqlite3" path = "{database}" }};\n')
    configuration = directory / "glewlwyd.conf"
    configuration.write_text("".join(lines))
    program = ["glewlwyd", "--config-file", configuration]
    process = subprocess.Popen(program, stdout=open(directory / "glewlwyd.log", "wb"))
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return process
        time.sleep(0.1)
    raise SystemExit((directory / "glewlwyd.log").read_text())


def make_keys(openssl):
    """Returns a private and a public key as PEM."""
    generate = ["openssl", "genpkey", "-quiet", "-algorithm", *openssl]
    private = subprocess.run(generate, capture_output=True, check=True).stdout
    publish = subprocess.run(
        ["openssl", "pkey", "-pubout"], input=private, capture_output=True, check=True
    )
    return private.decode(), publish.stdout.decode()


def configure():
    """Makes a plugin for each algorithm, and the client and the people."""
    administrator = Person()
    # As in the tables.
    administrator.ask("POST", "auth", {"username": "admin", "password": "password"})
    for id, (kind, openssl) in ALGORITHMS.items():
        private, public = make_keys(openssl)
        parameters = {
            "iss": f"{glewlwyd}/api/{id}",
            "jwt-type": kind,
            "jwt-key-size": "256",
            "key": private,
            "cert": public,
            "access-token-duration": 3600,
            "refresh-token-duration": 3600,
            "code-duration": 600,
            "auth-type-code-enabled": True,
            "allowed-scope": ["openid"],
            "jwks-show": True,
            "name-claim": "mandatory",
            "pkce-allowed": True,
            "pkce-required": True,
            # With the other kind, "pairwise", the second login of a person was unknown to Stoa.
            "subject-type": "public",
        }
        plugin = {"module": "oidc", "name": id, "display_name": id, "parameters": parameters}
        administrator.ask("POST", "mod/plugin", plugin)
    client = {
        "client_id": "stoa",
        "name": "Stoa",
        "confidential": True,
        "enabled": True,
        "client_secret": SECRET,
        "password": SECRET,
        "redirect_uri": [f"{site}/oidc/callback/{id}" for id in ALGORITHMS],
        "authorization_type": ["code"],
        "token_endpoint_auth_method": ["client_secret_post"],
        "scope": [],
    }
    administrator.ask("POST", "client", client)
    for name in ["ada", "eve"]:
        person = {"username": name, "name": f"{name} of Glewlwyd", "password": PASSWORD}
        person |= {"enabled": True, "scope": ["openid", "g_profile"]}
        administrator.ask("POST", "user", person)


def part(reply, name):
    """Returns a field of a reply, or the reply if it has none."""
    return reply[name] if isinstance(reply, dict) and name in reply else reply


def walk(id):
    if id == "wrong":
        person = Person()
        status, reply = person.travel("/oidc/start", id, "ada")
        check(f"{id}: a wrong secret is refused", status, 403)
        check(f"{id}: in plain words", reply, "The login was refused by wrong: unauthorized_client")
        check(f"{id}: without a session", person.call("GET", "/user/me")[0], 401)
        return
    name = f"ada-{id}"
    person = Person()
    status, reply = person.travel("/oidc/start", id, "ada")
    check(f"{id}: a first login", (status, part(reply, "outcome")), (200, "chooseName"))
    status, reply = person.call("POST", "/oidc/signup", {"username": name})
    check(f"{id}: a name is chosen", (status, part(reply, "username")), (200, name))
    status, reply = Person().travel("/oidc/start", id, "ada")
    check(f"{id}: another login", (status, part(part(reply, "user"), "username")), (200, name))
    status, reply = person.travel("/oidc/startConfirmation", id, "ada")
    check(f"{id}: a proof", (status, part(reply, "outcome")), (200, "confirmed"))
    refused = (403, "This is not one of the logins of your account")
    status, reply = person.travel("/oidc/startConfirmation", id, "eve")
    check(f"{id}: a proof of someone else", (status, reply), refused)


binary = pathlib.Path(sys.argv[1])
glewlwyd_port, port = free_port(), free_port()
glewlwyd, site = f"http://127.0.0.1:{glewlwyd_port}", f"http://127.0.0.1:{port}"
with tempfile.TemporaryDirectory(prefix="stoa-") as name:
    directory = pathlib.Path(name)
    provider = start_glewlwyd(directory, glewlwyd_port)
    try:
        configure()
        tables = [
            f'{{ id = "{id}", issuer = "{glewlwyd}/api/{id}", client_id = "stoa", scopes = ["openid"],'
            f' client_secret = "{"not it" if id == "wrong" else SECRET}", private = true }}'
            for id in ALGORITHMS
        ]
        settings = {
            "STOA_SERVER_BASE_URL": site,
            "STOA_AUTH_PROVIDER": f"[{', '.join(tables)}]",
        }
        environment = {**ENVIRONMENT, **settings}
        checked = subprocess.run(
            [binary, "oidc", "check"], env=environment, capture_output=True, text=True
        )
        has_error = checked.returncode != 0 or "ERROR" in checked.stdout
        check("stoa oidc check finds no error", has_error and checked, False)
        server = Server(binary, directory, port, settings)
        try:
            for id in ALGORITHMS:
                walk(id)
        finally:
            check("the server logs no errors", server.close(), True)
    finally:
        provider.terminate()
        provider.wait()
print(f"{failures} wrong" if failures else "all right")
sys.exit(1 if failures else 0)
