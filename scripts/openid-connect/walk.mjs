// The walk of a person through each provider. `run` installs what it needs.
//
// A person is a set of cookies that follows redirects and submits forms, as a browser does.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { generateKeyPairSync } from 'node:crypto';
import Provider from 'oidc-provider';

const [binary, mock] = process.argv.slice(2);
const secret = 's+e%c/r:et';

/** Returns a free port. */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const port = await freePort();
const site = `http://127.0.0.1:${port}`;
let failures = 0;

function check(what, found, expected) {
  const right = JSON.stringify(found) === JSON.stringify(expected);
  if (!right) failures++;
  console.log(`${right ? 'ok   ' : 'WRONG'} ${what}${right ? '' : `: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`}`);
}

/** A browser: cookies by origin. */
class Person {
  cookies = new Map();

  async request(url, options = {}) {
    const { origin } = new URL(url);
    const jar = this.cookies.get(origin) ?? new Map();
    this.cookies.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', ...options, headers: { ...options.headers, cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [pair] = set.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return response;
  }

  /** Calls the site. Returns the status with the reply. */
  async call(method, path, body) {
    const headers = { 'content-type': 'application/json', origin: site };
    const xsrf = this.cookies.get(site)?.get('XSRF-TOKEN');
    if (xsrf && method !== 'GET') headers['x-xsrf-token'] = xsrf;
    const response = await this.request(site + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await response.text();
    return { status: response.status, reply: response.status === 200 ? JSON.parse(text) : text };
  }

  /** Follows redirects and submits forms until the provider sends the browser back. Returns that address. */
  async visit(location, fields) {
    let url = location;
    let options = {};
    for (let step = 0; step < 20; step++) {
      if (url.startsWith(`${site}/`)) return url;
      const response = await this.request(url, options);
      options = {};
      const to = response.headers.get('location');
      if (to) {
        url = new URL(to, url).href;
        continue;
      }
      const page = await response.text();
      const form = page.match(/<form[^>]*>/)?.[0];
      if (!form) throw new Error(`no form at ${url}: ${response.status} ${page.slice(0, 300)}`);
      const action = form.match(/action="([^"]*)"/)?.[1] ?? url;
      const hidden = [...page.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
        input.match(/name="([^"]*)"/)?.[1],
        input.match(/value="([^"]*)"/)?.[1] ?? '',
      ]);
      const form_fields = new URLSearchParams(hidden.filter(([name]) => name));
      for (const [name, value] of Object.entries(fields))
        if (page.includes(`name="${name}"`)) form_fields.set(name, value);
      url = new URL(action.replaceAll('&amp;', '&'), url).href;
      options = {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form_fields.toString(),
      };
    }
    throw new Error('the provider never sends the browser back');
  }

  /** Goes to a provider and comes back. Returns what the site says. */
  async travel(start, provider, fields) {
    const begun = await this.call('POST', start, { provider });
    if (begun.status !== 200) return begun;
    const back = new URL(await this.visit(begun.reply.location, fields));
    const value = (name) => back.searchParams.get(name) ?? '';
    return this.call('POST', '/oidc/finish', {
      provider: back.pathname.split('/').at(-1),
      state: value('state'),
      code: value('code'),
      iss: value('iss'),
      error: value('error'),
      errorDescription: value('error_description'),
    });
  }
}

/** Returns a private key of an algorithm as the provider takes it. */
function key(algorithm) {
  const kinds = {
    RS256: ['rsa', { modulusLength: 2048 }],
    PS256: ['rsa', { modulusLength: 2048 }],
    ES256: ['ec', { namedCurve: 'P-256' }],
    ES384: ['ec', { namedCurve: 'P-384' }],
    EdDSA: ['ed25519', {}],
    Ed25519: ['ed25519', {}],
  };
  const [kind, options] = kinds[algorithm];
  const { privateKey } = generateKeyPairSync(kind, options);
  return { ...privateKey.export({ format: 'jwk' }), alg: algorithm, use: 'sig', kid: algorithm };
}

/** Starts npm `oidc-provider` as the provider with this id. */
async function start(id, algorithm, method) {
  const at = await freePort();
  const issuer = `http://127.0.0.1:${at}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'stoa',
        client_secret: secret,
        redirect_uris: [`${site}/oidc/callback/${id}`],
        post_logout_redirect_uris: [`${site}/`],
        backchannel_logout_uri: `${site}/oidc/backchannel/${id}`,
        backchannel_logout_session_required: true,
        id_token_signed_response_alg: algorithm,
        token_endpoint_auth_method: method,
      },
    ],
    clientAuthMethods: [method],
    enabledJWA: { idTokenSigningAlgValues: [algorithm] },
    jwks: { keys: [key(algorithm)] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ['preferred_username'] },
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
    cookies: { keys: ['secret'] },
    // Without the dispatcher that refuses addresses of this machine.
    fetch: (url, { dispatcher, ...options }) => fetch(url, options),
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, preferred_username: sub }) }),
  });
  provider.on('server_error', (_, error) => console.log(id, error));
  const server = provider.listen(at, '127.0.0.1');
  return { id, issuer, close: () => server.close() };
}

/** Starts PyPI `oidc-provider-mock`. */
async function startMock(id) {
  const at = await freePort();
  const process = spawn(mock, ['--port', `${at}`, '--host', '127.0.0.1'], { stdio: 'ignore' });
  const issuer = `http://127.0.0.1:${at}`;
  for (let i = 0; i < 100; i++) {
    const up = await fetch(`${issuer}/.well-known/openid-configuration`).catch(() => null);
    if (up?.ok) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { id, issuer, isMock: true, close: () => process.kill() };
}

const console_ = { warn: console.warn, info: console.info };
console.warn = console.info = () => {};
const providers = [
  await start('rs256', 'RS256', 'client_secret_post'),
  await start('basic', 'RS256', 'client_secret_basic'),
  await start('ps256', 'PS256', 'client_secret_post'),
  await start('es256', 'ES256', 'client_secret_post'),
  await start('es384', 'ES384', 'client_secret_post'),
  await start('eddsa', 'EdDSA', 'client_secret_post'),
  await start('ed25519', 'Ed25519', 'client_secret_post'),
  await startMock('mock'),
];
Object.assign(console, console_);

const configured = providers.map(
  ({ id, issuer }) =>
    `{ id = "${id}", issuer = "${issuer}", client_id = "stoa", client_secret = "${secret}", private = true, logout = true }`,
);
const directory = mkdtempSync(join(tmpdir(), 'stoa-'));
const environment = {
  ...process.env,
  STOA_SERVER_BASE_URL: site,
  STOA_LIMITS_ENABLED: 'false',
  STOA_LOG_LEVEL: 'warn',
  STOA_AUTH_PROVIDER: `[${configured.join(', ')}]`,
};
const server = spawn(binary, ['serve', '--listen', `127.0.0.1:${port}`, '--data-dir', directory], {
  env: environment,
  stdio: ['ignore', 'pipe', 'inherit'],
});
await new Promise((resolve) => createInterface(server.stdout).on('line', (line) => line.includes('http') && resolve()));

try {
  const checked = spawn(binary, ['oidc', 'check'], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let report = '';
  checked.stdout.on('data', (data) => {
    report += data;
  });
  const code = await new Promise((resolve) => checked.on('close', resolve));
  check('stoa oidc check finds no error', [code, /ERROR/.test(report)], [0, false]);
  for (const { id, issuer, isMock } of providers) {
    const name = `ada-${id}`;
    const fields = { login: name, password: 'x', sub: name };
    const person = new Person();
    const first = await person.travel('/oidc/start', id, fields);
    check(`${id}: a first login`, [first.status, first.reply.outcome ?? first.reply], [200, 'chooseName']);
    const made = await person.call('POST', '/oidc/signup', { username: name });
    check(`${id}: a name is chosen`, [made.status, made.reply.username ?? made.reply], [200, name]);
    const elsewhere = new Person();
    const second = await elsewhere.travel('/oidc/start', id, fields);
    check(`${id}: another login`, [second.status, second.reply.user?.username ?? second.reply], [200, name]);
    const confirmed = await person.travel('/oidc/startConfirmation', id, fields);
    check(`${id}: a proof`, [confirmed.status, confirmed.reply.outcome ?? confirmed.reply], [200, 'confirmed']);
    // Another browser: in the same one, the provider would end the session of the one before.
    const borrowed = new Person();
    borrowed.cookies.set(site, person.cookies.get(site));
    const other = await borrowed.travel('/oidc/startConfirmation', id, { ...fields, login: 'eve', sub: 'eve' });
    check(`${id}: a proof of someone else`, other.status, 403);
    if (isMock) continue;
    const { reply } = await elsewhere.call('GET', '/oidc/getLogoutLocation');
    check(`${id}: the logout leads to the provider`, reply.location?.startsWith(issuer), true);
    const back = await elsewhere.visit(reply.location, { logout: 'yes' });
    check(`${id}: and back`, back, `${site}/`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    check(`${id}: the provider has ended the session`, (await elsewhere.call('GET', '/user/me')).status, 401);
    check(`${id}: and no other`, (await person.call('GET', '/user/me')).status, 200);
  }
} finally {
  server.kill();
  for (const provider of providers) provider.close();
  rmSync(directory, { recursive: true });
}
console.log(failures ? `${failures} wrong` : 'all right');
process.exit(failures ? 1 : 0);
