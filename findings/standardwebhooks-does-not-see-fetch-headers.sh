#!/usr/bin/env bash
# A handler of a web framework gets the headers of a request as a `Headers` of the Fetch API. The verifying functions of both
# packages for Standard Webhooks look for the names as properties of the object, and find none in it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund standardwebhooks@1.1.1 svix@1.99.1 >/dev/null

cat >try.mjs <<'EOF'
import { createRequire } from 'node:module';
import * as standardwebhooks from 'standardwebhooks';
import * as svix from 'svix';

const require = createRequire(import.meta.url);
console.log('node', process.version);
let isAsSeen = true;
for (const [name, { Webhook }] of Object.entries({ standardwebhooks, svix })) {
  const webhook = new Webhook('whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=');
  const now = new Date();
  const body = '{"type":"answer.created"}';
  const request = new Request('https://receiver.test/', {
    method: 'POST',
    headers: {
      'webhook-id': 'm1',
      'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
      'webhook-signature': webhook.sign('m1', now, body),
    },
    body,
  });
  const seen = (headers) => {
    try {
      return `verified: ${webhook.verify(body, headers).type}`;
    } catch (error) {
      return error.message;
    }
  };
  const [ofRequest, plain] = [seen(request.headers), seen(Object.fromEntries(request.headers))];
  console.log(`${name} ${require(`${name}/package.json`).version}`);
  console.log(`  the headers of the request:     ${ofRequest}`);
  console.log(`  the same as a plain object:     ${plain}`);
  isAsSeen &&= ofRequest === 'Missing required headers' && plain === 'verified: answer.created';
}
process.exit(isAsSeen ? 0 : 1);
EOF
echo "Input: a correctly signed request, as a Request of the Fetch API holds it."
echo "Good guess: verify(body, request.headers) verifies it, as it does with the headers of Node's http module."
echo "Seen:"
node try.mjs
