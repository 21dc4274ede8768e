import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get as httpGet, type RequestOptions } from 'node:http';
import { get as httpsGet } from 'node:https';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { binary, expect, test } from './site';

let directory = '';
test.beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stoa-e2e-'));
});
test.afterEach(() => rmSync(directory, { recursive: true, force: true }));

const inDirectory = (name: string) => join(directory, name);

/** The environment of the program, without the variables of the test process. */
const environment = (settings: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  HOME: directory,
  STOA_DATA_DIR: inDirectory('data'),
  ...settings,
});

/** Runs the program without a terminal and returns its exit code and output. */
function stoa(args: string[], settings?: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(binary, args, {
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { code: status, stdout, stderr };
}

/** A running server. */
type Server = {
  process: ChildProcess;
  line: string;
  log: () => string;
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/** Starts a server and waits until it reports that it is ready. */
async function serve(args: string[], settings?: Record<string, string>): Promise<Server> {
  const server = spawn(binary, ['serve', ...args], { env: environment(settings), stdio: ['ignore', 'pipe', 'pipe'] });
  return ready(server);
}

async function ready(server: ChildProcess): Promise<Server> {
  let [out, log] = ['', ''];
  server.stderr?.on('data', (text) => {
    log += text;
  });
  const exited = new Promise<number | null>((resolve) => server.once('exit', resolve));
  const line = await new Promise<string>((resolve, reject) => {
    server.stdout?.on('data', (text) => {
      out += text;
      if (out.includes('\n')) resolve(out);
    });
    void exited.then((code) => reject(new Error(`ended with ${code}: ${log}`)));
  });
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    server.kill(signal);
    return exited;
  };
  return { process: server, line, log: () => log, stop };
}

type HttpResponse = {
  status: number | undefined;
  body: string;
  headers: Record<string, unknown>;
  certificate: string | undefined;
};

/** Sends a GET request, also to a unix socket or to a server with a self-signed certificate. */
function fetchFrom(
  options: RequestOptions & { rejectUnauthorized?: boolean },
  encrypted = false,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const get = encrypted ? httpsGet : httpGet;
    get({ agent: false, ...options }, (response) => {
      const certificate = (response.socket as TLSSocket).getPeerCertificate?.().subject?.CN;
      let body = '';
      response.on('data', (text) => {
        body += text;
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          body,
          headers: response.headers,
          certificate: certificate as string | undefined,
        }),
      );
    }).on('error', reject);
  });
}

const portOf = (line: string) => Number(line.match(/:\/\/[\d.]+:(\d+)/)?.[1]);

test('a configuration file is created and passes the check', () => {
  const file = inDirectory('config.toml');
  expect(stoa(['config', 'path'])).toMatchObject({ code: 4, stderr: expect.stringContaining('stoa config init') });
  expect(stoa(['config', 'init', '-o', file]).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe(stoa(['config', 'init']).stdout);
  expect(stoa(['config', 'init', '-o', file])).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('already exists'),
  });
  expect(stoa(['config', 'check', file])).toMatchObject({ code: 0, stdout: expect.stringContaining('fine') });
  expect(stoa(['config', 'path'], { STOA_CONFIG: file }).stdout).toBe(`${file}\n`);
  expect(stoa(['config', 'env']).stdout.split('\n')).toContain('STOA_SERVER_BASE_URL');
});

test('an invalid configuration is rejected with its file, line and key', () => {
  const file = inDirectory('config.toml');
  for (const [text, said] of [
    ['[site]\ntitel = "x"', `${file}, line 2: unknown key site.titel; did you mean site.title?`],
    ['\n[backup]\nschedule = "25:00"', `${file}, line 3: backup.schedule must be a time of day`],
    ['[server]\nbase_url = "https://a.example/?b"', `${file}, line 2: server.base_url must be an address`],
    ['[log]\nlevel = "chatty"', `${file}, line 2: log.level must be "error"`],
    ['[tls]\ncert = "/nothing"', `${file}, line 2: tls.cert is set, but tls.key is not`],
    ['[tls]\ncert = "/nothing"\nkey = "/nothing"', 'tls.cert /nothing: '],
  ] as const) {
    writeFileSync(file, text);
    expect(stoa(['config', 'check', file]), text).toMatchObject({ code: 78, stderr: expect.stringContaining(said) });
    expect(stoa(['serve', '--config', file, '--listen', '127.0.0.1:0']), text).toMatchObject({ code: 78 });
  }
  const wrong = { STOA_SERVER_TRUSTED_PROXIES: 'ten' };
  expect(stoa(['serve'], wrong)).toMatchObject({
    code: 78,
    stderr: expect.stringContaining('STOA_SERVER_TRUSTED_PROXIES'),
  });
  expect(stoa(['serve', '--listen', 'nowhere'])).toMatchObject({
    code: 78,
    stderr: expect.stringContaining('--listen must be'),
  });
});

test('the check of a configuration reports all mistakes at once', () => {
  const file = inDirectory('config.toml');
  writeFileSync(file, `[site]\ntitel = "x"\n[log]\nlevel = "chatty"\n[backup]\ndir = "${inDirectory('missing')}"\n`);
  const settings = { STOA_LIMITS_ENABLED: 'no', STOA_ADMIN_USERNAME: 'a b' };
  const { code, stderr } = stoa(['config', 'check', file], settings);
  expect(code).toBe(78);
  const lines = stderr.trimEnd().split('\n');
  expect(lines).toHaveLength(5);
  expect(lines.every((line) => line.startsWith('stoa: '))).toBe(true);
  for (const part of ['site.titel', 'log.level', 'STOA_LIMITS_ENABLED', 'admin.username', 'backup.dir: there is no'])
    expect(stderr).toContain(part);
});

test('a missing directory for backups is reported at the start, and not created', async () => {
  const settings = { STOA_BACKUP_DIR: inDirectory('unmounted/backups') };
  const server = await serve(['--listen', '127.0.0.1:0'], settings);
  expect(server.log()).toContain(`backup.dir: there is no directory ${settings.STOA_BACKUP_DIR}`);
  expect(stoa(['backup'], settings)).toMatchObject({ code: 1, stderr: expect.stringContaining('backup.dir') });
  server.process.kill('SIGUSR1');
  await expect.poll(server.log).toContain('the backup failed');
  expect(existsSync(inDirectory('unmounted'))).toBe(false);
  expect(await server.stop()).toBe(0);
});

test('the variables of Kubernetes for a service named stoa do not stop the server', async () => {
  const links = {
    STOA_SERVICE_HOST: '10.0.0.1',
    STOA_SERVICE_PORT: '80',
    STOA_SERVICE_PORT_HTTP: '80',
    STOA_PORT: 'tcp://10.0.0.1:80',
    STOA_PORT_80_TCP: 'tcp://10.0.0.1:80',
    STOA_PORT_80_TCP_PROTO: 'tcp',
    STOA_PORT_80_TCP_ADDR: '10.0.0.1',
    STOA_PORT_80_TCP_PORT: '80',
  };
  const server = await serve(['--listen', '127.0.0.1:0'], links);
  expect(await server.stop()).toBe(0);
  expect(stoa(['serve'], { ...links, STOA_SERVER_LISTN: '127.0.0.1:0' }).code).toBe(78);
});

test('a server on all addresses prints one that a browser can open, and the setup link once, last', async () => {
  const started = spawn('sh', ['-c', '"$0" serve --listen 0.0.0.0:0 2>&1', binary], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let out = '';
  started.stdout?.on('data', (text) => {
    out += text;
  });
  await expect.poll(() => out).toContain('/setup#token=');
  process.kill(-(started.pid as number));
  await new Promise((exited) => started.once('exit', exited));
  const [ready, link, ...others] = out.split('\n').filter((line) => line !== '' && !/ (INFO|WARN) /.test(line));
  expect(ready).toMatch(/^Stoa is ready at http:\/\/127\.0\.0\.1:\d+ /);
  expect(link).toMatch(/http:\/\/127\.0\.0\.1:\d+\/setup#token=\S+$/);
  expect(out).not.toContain('0.0.0.0');
  expect(others).toEqual([]);
});

test('the shown configuration names its sources, hides secrets and is valid itself', () => {
  const file = inDirectory('config.toml');
  writeFileSync(file, '[site]\ntitle = "Agora"\n');
  writeFileSync(inDirectory('secret'), 'colonnade at noon\n');
  const settings = { STOA_CONFIG: file, STOA_ADMIN_PASSWORD_FILE: inDirectory('secret'), STOA_ADMIN_USERNAME: 'ann' };
  const shown = stoa(['config', 'show', '--sources', '--json'], settings);
  expect(shown.stdout).not.toContain('colonnade');
  expect(JSON.parse(shown.stdout)).toMatchObject({
    site: { title: { value: 'Agora', source: `${file}, line 2` } },
    admin: {
      username: { value: 'ann', source: 'environment variable STOA_ADMIN_USERNAME' },
      password: { value: '(hidden)', source: 'the file that environment variable STOA_ADMIN_PASSWORD_FILE names' },
    },
    limits: { enabled: { value: true, source: 'default' } },
  });
  // The output is a valid configuration file.
  writeFileSync(inDirectory('shown.toml'), stoa(['config', 'show', '--sources']).stdout);
  expect(stoa(['config', 'check', inDirectory('shown.toml')])).toMatchObject({ code: 0 });
});

test('a client that accepts no compression gets the texts of the pages', async () => {
  const server = await serve(['--listen', '127.0.0.1:0']);
  const from = { port: portOf(server.line), path: '/favicon.svg' };
  const plain = await fetchFrom(from);
  expect(plain).toMatchObject({ status: 200, body: expect.stringMatching(/^<svg/) });
  expect(plain.headers['content-encoding']).toBeUndefined();
  const compressed = await fetchFrom({ ...from, headers: { 'accept-encoding': 'gzip' } });
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  await server.stop();
});

test('a server listens on several addresses and refuses addresses in use', async () => {
  const socketPath = inDirectory('stoa.sock');
  const args = ['--listen', `unix:${socketPath}`, '--listen', '127.0.0.1:0'];
  const settings = { STOA_SERVER_UNIX_MODE: '0600' };
  const first = await serve(args, settings);
  expect(first.line).toContain(`unix:${socketPath} and http://127.0.0.1:`);
  expect(statSync(socketPath).mode & 0o777).toBe(0o600);
  expect(await fetchFrom({ socketPath, path: '/readyz' })).toMatchObject({
    status: 200,
    body: expect.stringContaining('"ready"'),
  });
  expect(await fetchFrom({ port: portOf(first.line), path: '/healthz' })).toMatchObject({ status: 200 });
  const configured = { STOA_SERVER_LISTEN: `unix:${socketPath}` };
  expect(stoa(['healthcheck'], configured)).toMatchObject({ code: 0 });
  const url = `http://127.0.0.1:${portOf(first.line)}`;
  expect(stoa(['healthcheck', '--url', url, '--timeout', '5s'])).toMatchObject({ code: 0 });

  const other = { STOA_DATA_DIR: inDirectory('other') };
  expect(stoa(['serve', ...args], other)).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('cannot listen on unix:'),
  });
  expect(stoa(['serve', '--listen', url.slice('http://'.length)], other)).toMatchObject({ code: 5 });

  expect(await first.stop()).toBe(0);
});

test('a socket file left by a killed server is replaced and removed on exit', async () => {
  const socketPath = inDirectory('stoa.sock');
  const args = ['--listen', `unix:${socketPath}`, '--listen', '127.0.0.1:0'];
  const settings = { STOA_SERVER_UNIX_MODE: '0600' };
  const configured = { STOA_SERVER_LISTEN: `unix:${socketPath}` };
  const first = await serve(args, settings);
  await first.stop('SIGKILL');
  expect(existsSync(socketPath)).toBe(true);
  expect(stoa(['healthcheck'], configured)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('does not answer'),
  });
  expect(stoa(['healthcheck', '--url', 'nonsense']).code).toBe(1);
  expect(stoa(['healthcheck', '--timeout', '0']).code).toBe(1);
  expect(stoa(['healthcheck', '--whatever']).code).toBe(1);
  expect(stoa(['healthcheck'], { STOA_SERVER_LISTEN: 'nonsense' }).code).toBe(1);
  const second = await serve(args, settings);
  expect(await fetchFrom({ socketPath, path: '/readyz' })).toMatchObject({ status: 200 });
  expect(await second.stop()).toBe(0);
  expect(existsSync(socketPath)).toBe(false);
});

/** Starts a server with an open socket, like systemd does, and returns the socket's port. */
async function serveOnInheritedSocket(...args: string[]) {
  const held = createServer();
  await new Promise<void>((listening) => held.listen(0, '127.0.0.1', listening));
  const { port } = held.address() as { port: number };
  const { fd } = (held as unknown as { _handle: { fd: number } })._handle;
  const command = 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" serve "$@"';
  const stdio = ['ignore', 'pipe', 'pipe', fd] as const;
  const started = spawn('sh', ['-c', command, binary, ...args], { env: environment(), stdio: [...stdio] });
  // From here on only the server holds the socket.
  held.close();
  return { port, server: await ready(started) };
}

test('a socket inherited from systemd is served', async () => {
  const { port, server } = await serveOnInheritedSocket();
  expect(server.line).toContain(`Stoa is ready at http://127.0.0.1:${port} with its data in`);
  expect(await fetchFrom({ port, path: '/readyz' })).toMatchObject({ status: 200 });
  expect(await server.stop()).toBe(0);
  expect(stoa(['serve', '--listen', 'systemd'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('.socket unit'),
  });
});

test('an unused socket from systemd is logged', async () => {
  const { port, server } = await serveOnInheritedSocket('--listen', '127.0.0.1:0');
  expect(server.line).not.toContain(`:${port} `);
  expect(server.log()).toContain('the sockets from systemd are not used');
  expect(await server.stop()).toBe(0);
});

test('a TLS certificate is served and reloaded on SIGHUP', async () => {
  const [cert, key] = [inDirectory('cert.pem'), inDirectory('key.pem')];
  const certify = (name: string) =>
    execFileSync(
      'openssl',
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=${name} -keyout ${key} -out ${cert}`.split(
        ' ',
      ),
      { stdio: 'ignore' },
    );
  certify('first.example');
  const settings = { STOA_TLS_CERT: cert, STOA_TLS_KEY: key };
  const server = await serve(['--listen', '127.0.0.1:0'], settings);
  const port = portOf(server.line);
  expect(server.line).toContain('https://127.0.0.1:');
  const page = () => fetchFrom({ port, path: '/', headers: { accept: 'text/html' }, rejectUnauthorized: false }, true);
  expect(await page()).toMatchObject({ status: 200, certificate: 'first.example' });
  expect((await page()).headers).toMatchObject({ 'strict-transport-security': 'max-age=31536000' });
  expect(String((await page()).headers['set-cookie'])).toContain('; Secure');
  expect(stoa(['healthcheck'], { ...settings, STOA_SERVER_LISTEN: `127.0.0.1:${port}` })).toMatchObject({ code: 0 });
  await expect(fetchFrom({ port, path: '/' })).rejects.toThrow();

  certify('second.example');
  server.process.kill('SIGHUP');
  await expect.poll(async () => (await page()).certificate).toBe('second.example');
  // An invalid certificate is not loaded.
  writeFileSync(cert, 'nothing of use');
  server.process.kill('SIGHUP');
  await expect.poll(server.log).toContain('not reloaded');
  expect((await page()).certificate).toBe('second.example');
  expect(await server.stop()).toBe(0);
  expect(stoa(['serve'], settings)).toMatchObject({ code: 78, stderr: expect.stringContaining(cert) });
});

/** Returns the lines of a JSON log. Fails if one of them is no object, or has no or several levels. */
function parsed(log: string) {
  const lines = log.split('\n').filter((line) => line !== '');
  for (const line of lines) expect(line.match(/"level":/g), line).toHaveLength(1);
  return lines.map((line) => JSON.parse(line));
}

test('the JSON log has a line per request at debug level and contains no secrets', async () => {
  const server = await serve(['--listen', '127.0.0.1:0'], { STOA_LOG_FORMAT: 'json', STOA_LOG_LEVEL: 'stoa=debug' });
  const port = portOf(server.line);
  const headers = { cookie: 'stoa_session=sesame', 'x-forwarded-for': '203.0.113.7' };
  const { status, headers: answered } = await fetchFrom({ port, path: '/question/getQuestion?search=sesame', headers });
  expect(status).toBe(401);
  await expect.poll(server.log).toContain('"status":401');
  expect(parsed(server.log()).find((line) => line.message === 'request')).toMatchObject({
    level: 'DEBUG',
    request_id: answered['x-request-id'],
    method: 'GET',
    route: '/question/getQuestion',
    status: 401,
    client: '127.0.0.1',
  });
  expect(server.log()).toContain('trusted_proxies = [\\"local\\"]');
  expect(server.log()).not.toContain('sesame');
  expect(await server.stop()).toBe(0);
});

test('with the JSON log, a server writes nothing but objects from start to stop', async () => {
  const settings = {
    STOA_LOG_FORMAT: 'json',
    STOA_ADMIN_USERNAME: 'ann',
    STOA_ADMIN_PASSWORD: 'colonnade at noon',
  };
  const server = await serve(['--listen', '127.0.0.1:0'], settings);
  server.process.kill('SIGHUP');
  await expect.poll(server.log).toContain('reloaded');
  const taken = `127.0.0.1:${portOf(server.line)}`;
  const failed = stoa(['serve', '--listen', taken], { ...settings, STOA_DATA_DIR: inDirectory('other') });
  expect(failed.code).toBe(5);
  const mistaken = stoa(['serve'], { ...settings, STOA_SITE_TITEL: 'x' });
  expect(mistaken.code).toBe(78);
  expect(await server.stop()).toBe(0);
  const messages = (log: string) => parsed(log).map(({ message }) => message);
  expect(messages(server.line)).toEqual([expect.stringMatching(/^Stoa is ready at http/)]);
  expect(messages(server.log())).toContain('created administrator ann (admin.username)');
  expect(messages(failed.stderr)).toContainEqual(expect.stringContaining(`cannot listen on ${taken}`));
  expect(messages(mistaken.stderr)).toEqual([expect.stringContaining('STOA_SITE_TITEL')]);
});

test('failed and refused logins are logged with the id of their request', async () => {
  const server = await serve(['--listen', '127.0.0.1:0'], { STOA_LOG_FORMAT: 'json' });
  const url = `http://127.0.0.1:${portOf(server.line)}/user`;
  const send = (call: string, password: string) =>
    fetch(`${url}/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ann', password }),
    });
  expect((await send('signup', 'colonnade at noon')).status).toBe(200);
  const ids = { 401: '', 429: '' };
  while (ids[429] === '') {
    const { status, headers } = await send('login', 'wrong password');
    ids[status as 401 | 429] = headers.get('x-request-id') ?? '';
  }
  await expect.poll(server.log).toContain('login refused');
  expect(parsed(server.log())).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        level: 'WARN',
        message: 'login failed user="ann" client_ip=127.0.0.1',
        request_id: ids[401],
      }),
      expect.objectContaining({
        message: 'login refused user="ann" client_ip=127.0.0.1 reason="Too many attempts, please try again later"',
        request_id: ids[429],
      }),
    ]),
  );
  expect(await server.stop()).toBe(0);
});

test('the journal log has priorities and its level is reloaded on SIGHUP', async () => {
  const config = inDirectory('config.toml');
  writeFileSync(config, '[log]\nlevel = "warn"\n');
  const journal = await serve(['--listen', '127.0.0.1:0', '--config', config], { JOURNAL_STREAM: '8:1' });
  await fetchFrom({ port: portOf(journal.line), path: '/user/me' });
  expect(journal.log()).not.toMatch(/^</m);
  writeFileSync(config, '[log]\nlevel = "debug"\n');
  journal.process.kill('SIGHUP');
  await expect.poll(journal.log).toContain('reloaded the log level');
  await fetchFrom({ port: portOf(journal.line), path: '/user/me' });
  await expect.poll(journal.log).toMatch(/^<7>.*route="\/user\/me" status=401/m);
  expect(await journal.stop()).toBe(0);
});

test('the metrics listener serves metrics only', async () => {
  const free = createServer();
  const port = await new Promise<number>((resolve) =>
    free.listen(0, '127.0.0.1', () => resolve((free.address() as { port: number }).port)),
  );
  await new Promise((closed) => free.close(closed));
  const server = await serve(['--listen', '127.0.0.1:0'], { STOA_METRICS_LISTEN: `127.0.0.1:${port}` });
  const { status, body } = await fetchFrom({ port, path: '/metrics' });
  expect([status, body]).toEqual([200, expect.stringContaining('stoa_build_info{')]);
  expect(await fetchFrom({ port, path: '/user/me' })).toMatchObject({ status: 404 });
  expect(await fetchFrom({ port: portOf(server.line), path: '/metrics' })).toMatchObject({ status: 404 });
  expect(await server.stop()).toBe(0);
});

test('a second SIGINT does not wait for requests in flight', async () => {
  const server = await serve(['--listen', '127.0.0.1:0']);
  const slow = connect(portOf(server.line), '127.0.0.1');
  slow.on('error', () => undefined);
  const head = 'POST /user/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n';
  await new Promise<void>((sent) => slow.write(head, () => sent()));
  // This response arrives after the server has read the slow request.
  expect(await fetchFrom({ port: portOf(server.line), path: '/healthz' })).toMatchObject({ status: 200 });
  const exited = server.stop('SIGINT');
  // The server has received the first signal once it refuses connections.
  await expect
    .poll(() => fetchFrom({ port: portOf(server.line), path: '/healthz' }).catch(() => 'refused'))
    .toBe('refused');
  expect(server.process.exitCode).toBeNull();
  server.process.kill('SIGINT');
  expect(await exited).toBe(130);
});
