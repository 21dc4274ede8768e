#!/usr/bin/env bash
# RFC 9864 gives the signatures that JOSE called `EdDSA` the name `Ed25519`: same key, same signature, another `alg`. jose and
# joserfc know both names and still take them for two algorithms once the key has an `alg`; jwcrypto does not, and PyJWT
# drops a key with the new name. All take the old name, under a key that has it or no `alg`; no key serves both names for all.
# A provider that renames its tokens must rename the key in the same moment, and clients with PyJWT then have no usable key.
set -euo pipefail
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
python3 -m venv venv
venv/bin/pip install --quiet PyJWT==2.15.1 joserfc==1.8.0 jwcrypto==1.6.1 cryptography==50.0.2
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund jose@6.2.18
node --version
venv/bin/python --version
npm ls --depth 0 | tail -n +2
venv/bin/pip list 2>/dev/null | grep -iE '^(pyjwt|joserfc|jwcrypto|cryptography) '
echo 'input: one Ed25519 key in a set, without alg or with one of its two names, and a token that it signed under each name;'
echo '       the caller allows both names'
echo 'good guess: all six pairs verify, since the names mean the same for this key; or at least the libraries agree'
cat >sign.mjs <<'JS'
import { SignJWT, createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify } from 'jose';

const { publicKey, privateKey } = await generateKeyPair('Ed25519', { extractable: true });
const exported = { ...(await exportJWK(publicKey)), kid: '1', use: 'sig' };
const cases = [];
for (const alg of [undefined, 'EdDSA', 'Ed25519'])
  for (const name of ['EdDSA', 'Ed25519']) {
    const token = await new SignJWT({ sub: 'ann' }).setProtectedHeader({ alg: name, kid: '1' }).sign(privateKey);
    const set = { keys: [{ ...exported, alg }] };
    const jose = await jwtVerify(token, createLocalJWKSet(set), { algorithms: ['EdDSA', 'Ed25519'] }).then(
      () => true,
      () => false,
    );
    cases.push({ key: alg ?? 'none', name, token, set, jose });
  }
console.log(JSON.stringify(cases));
JS
cat >verify.py <<'PYTHON'
import json, sys, warnings
import jwt
from joserfc import jwk as joserfc_jwk, jwt as joserfc_jwt
from jwcrypto import jwk as jwcrypto_jwk, jwt as jwcrypto_jwt

warnings.simplefilter("ignore")
both = ["EdDSA", "Ed25519"]
libraries = {
    "PyJWT": lambda token, keys: jwt.decode(token, jwt.PyJWKSet.from_dict(keys)["1"], algorithms=both),
    "joserfc": lambda token, keys: joserfc_jwt.decode(token, joserfc_jwk.KeySet.import_key_set(keys), algorithms=both),
    "jwcrypto": lambda token, keys: jwcrypto_jwt.JWT(
        jwt=token, key=jwcrypto_jwk.JWKSet.from_json(json.dumps(keys)), algs=both
    ),
}

def verifies(library, case):
    try:
        libraries[library](case["token"], case["set"])
        return True
    except Exception:
        return False

seen = {}
for case in json.load(sys.stdin):
    takes = ["jose"] if case["jose"] else []
    takes += [library for library in libraries if verifies(library, case)]
    seen[case["key"], case["name"]] = " ".join(takes)
    print(f"seen: key's alg {case['key']:7}, token's alg {case['name']:7}: taken by {' '.join(takes)}")
assert seen == {
    ("none", "EdDSA"): "jose PyJWT joserfc jwcrypto",
    ("none", "Ed25519"): "jose joserfc jwcrypto",
    ("EdDSA", "EdDSA"): "jose PyJWT joserfc jwcrypto",
    ("EdDSA", "Ed25519"): "jwcrypto",
    ("Ed25519", "EdDSA"): "jwcrypto",
    ("Ed25519", "Ed25519"): "jose joserfc jwcrypto",
}
PYTHON
node sign.mjs | venv/bin/python verify.py
