"""The walk of each authenticator, in the virtual environment that `run` creates."""

import pathlib
import socket
import statistics
import sys
import tempfile
import time
import urllib.error
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from fido2 import cbor
from fido2.cose import ES256, RS256, EdDSA
from fido2.webauthn import AttestedCredentialData
from soft_webauthn import SoftWebauthnDevice

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))

from testing import Server  # noqa: E402

PASSWORD = "colonnade at noon"
VERIFIED = 0x04
failures = 0


def check(step, expected, found):
    global failures
    failures += expected != found
    print(f"ok    {step}" if expected == found else f"WRONG {step}: {found!r}, not {expected!r}")


def encode(data):
    return urlsafe_b64encode(data).decode().rstrip("=")


def decode(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Ed25519Key:
    cose, algorithm = EdDSA, -8

    def __init__(self):
        self.key = ed25519.Ed25519PrivateKey.generate()

    def sign(self, data):
        return self.key.sign(data)


class EcKey:
    cose, algorithm = ES256, -7

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())

    def sign(self, data):
        return self.key.sign(data, ec.ECDSA(hashes.SHA256()))


class RsaKey:
    cose, algorithm = RS256, -257

    def __init__(self):
        self.key = rsa.generate_private_key(65537, 2048)

    def sign(self, data):
        return self.key.sign(data, padding.PKCS1v15(), hashes.SHA256())


class Device:
    """`soft-webauthn`, which has keys of one kind only and never verifies its user, with both changed."""

    def __init__(self, kind, flags=VERIFIED):
        self.device, self.kind, self.flags = SoftWebauthnDevice(), kind, flags

    def create(self, options, origin):
        # The library makes a key of its own, which is replaced.
        wanted = {"publicKey": {**options, "challenge": decode(options["challenge"])}}
        made = self.device.create(wanted, origin)
        self.key = self.kind()
        data = cbor.decode(made["response"]["attestationObject"])["authData"]
        credential = AttestedCredentialData.create(
            b"\0" * 16,
            self.device.credential_id,
            self.kind.cose.from_cryptography_key(self.key.key.public_key()),
        )
        data = data[:32] + bytes([data[32] | self.flags]) + data[33:37] + credential
        made["response"]["attestationObject"] = cbor.encode(
            {"fmt": "none", "attStmt": {}, "authData": data}
        )
        return self.answer(made)

    def get(self, options, origin):
        wanted = {"publicKey": {**options, "challenge": decode(options["challenge"])}}
        made = self.device.get(wanted, origin)
        response = made["response"]
        data = response["authenticatorData"]
        data = data[:32] + bytes([data[32] | self.flags]) + data[33:]
        signed = data + sha256(response["clientDataJSON"]).digest()
        response.update(authenticatorData=data, signature=self.key.sign(signed))
        # The library returns the text of the options.
        response["userHandle"] = decode(response["userHandle"])
        return self.answer(made)

    @staticmethod
    def answer(made):
        response = {name: encode(value) for name, value in made["response"].items()}
        return {"rawId": encode(made["rawId"]), "response": response}


class Person:
    def __init__(self, server):
        self.server, self.cookies = server, {}

    def call(self, method, path, body=None):
        """Returns the reply, or the status of a refusal."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            reply, headers = self.server.call(method, path, body, cookies)
        except urllib.error.HTTPError as error:
            return error.code
        for cookie in headers.get_all("Set-Cookie") or []:
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        return reply


def flip(*path):
    """Returns a function that flips the last bit of a field."""

    def change(credential):
        *parents, field = path
        for parent in parents:
            credential = credential[parent]
        data = bytearray(decode(credential[field]))
        data[-1] ^= 1
        credential[field] = encode(bytes(data))

    return change


def replaced(**fields):
    """Returns a function that replaces fields of the response."""
    return lambda credential: credential["response"].update(fields)


CHANGES = {
    "a bit of the signature": flip("response", "signature"),
    "no signature": replaced(signature=""),
    "a bit of the authenticator data": flip("response", "authenticatorData"),
    "no authenticator data": replaced(authenticatorData=""),
    "a bit of the client data": flip("response", "clientDataJSON"),
    "no client data": replaced(clientDataJSON=""),
    "a bit of the user handle": flip("response", "userHandle"),
    "no user handle": replaced(userHandle=""),
    "another key": flip("rawId"),
}


def walk(server, name, kind, rounds):
    origin = server.url
    person, device = Person(server), Device(kind)
    person.call("POST", "/user/signup", {"username": name, "password": PASSWORD})
    options = person.call("POST", "/user/beginPasskey", {})
    offered = [parameter["alg"] for parameter in options["pubKeyCredParams"]]
    check(f"{name}: its algorithm is offered", True, kind.algorithm in offered)
    credential = device.create(options, origin)
    added = person.call("POST", "/user/addPasskey", {"name": name, "credential": credential})
    check(f"{name}: a passkey is added", [name], [key["name"] for key in added["passkeys"]])

    visitor = Person(server)

    def log_in(change=lambda credential: None, origin=origin):
        """Returns the name, or the status of a refusal, and the seconds of the last call."""
        options = visitor.call("POST", "/user/beginPasskeyLogin", {})
        credential = device.get(options, origin)
        change(credential)
        began = time.perf_counter()
        reply = visitor.call("POST", "/user/loginWithPasskey", {"credential": credential})
        took = time.perf_counter() - began
        return reply["username"] if isinstance(reply, dict) else reply, took

    check(f"{name}: logs in without a name", name, log_in()[0])
    check(f"{name}: logs in again", name, log_in()[0])
    times = {"another origin": []}
    for round in range(rounds):
        refused, took = log_in(origin="http://localhost:1")
        times["another origin"].append(took)
        if round == 0:
            check(f"{name}: another origin is refused", 403, refused)
        for change, apply in CHANGES.items():
            refused, took = log_in(apply)
            times.setdefault(change, []).append(took)
            if round == 0:
                check(f"{name}: {change} is refused", 403, refused)
    if rounds > 1:
        usual = statistics.median(times["a bit of the signature"])
        for change, all in times.items():
            ratio = statistics.median(all) / usual
            print(f"time  {name}: {change}: {ratio:.2f} of {usual * 1000:.2f} ms")
    device.flags = 0
    check(f"{name}: a user who was not verified is refused", 403, log_in()[0])
    device.flags = VERIFIED
    options = visitor.call("GET", "/user/getConfirmation")
    credential = {"credential": device.get(options, origin)}
    check(f"{name}: confirms", {}, visitor.call("POST", "/user/confirmWithPasskey", credential))
    check(f"{name}: confirms once", 403, visitor.call("POST", "/user/confirmWithPasskey", credential))


def main(binary, rounds):
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    with tempfile.TemporaryDirectory() as directory:
        url = f"http://localhost:{port}"
        server = Server(binary, directory, port, {"STOA_SERVER_BASE_URL": url})
        server.url = url
        for name, kind in [("ann", EcKey), ("ben", Ed25519Key), ("cem", RsaKey)]:
            walk(server, name, kind, rounds)
        check("the server is well", True, server.close())
    return 1 if failures else 0


sys.exit(main(sys.argv[1], int(sys.argv[2])))
