import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, newName, password, promote, Site, test } from './site';

/** The configurations shipped for operators. */
const packaging = resolve(import.meta.dirname, '../../packaging');
const configuration = (path: string) => readFileSync(join(packaging, path), 'utf8');

type Setup = {
  name: string;
  /** The path of `base_url`. */
  base: string;
  command: (directory: string) => string[];
  /**
   * Returns the configuration of the proxy. `port` is the proxy's port, `site` the server's
   * address.
   */
  configure: (port: number, site: string) => string;
};

const nginx = (name: string, base: string, file: string): Setup => ({
  name,
  base,
  command: (directory) => ['nginx', '-p', directory, '-c', join(directory, 'proxy.conf'), '-g', 'daemon off;'],
  configure: (port, site) => `
    pid nginx.pid;
    error_log stderr warn;
    events {}
    http {
      access_log off;
      client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
      ${configuration(file).replace('127.0.0.1:8080', site).replace('listen 80;', `listen 127.0.0.1:${port};`)}
    }`,
});

const caddy = (name: string, base: string, file: string, host: string): Setup => ({
  name,
  base,
  command: (directory) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(directory, 'proxy.conf')],
  configure: (port, site) => `
{
	admin off
}
${configuration(file).replace('127.0.0.1:8080', site).replace(`\n${host} {`, `\nhttp://localhost:${port} {`)}`,
});

const setups = [
  nginx('nginx, at the root', '', 'nginx/stoa.conf'),
  nginx('nginx, below a path', '/forum', 'nginx/stoa-subpath.conf'),
  caddy('Caddy, at the root', '', 'caddy/Caddyfile', 'qa.example.org'),
  caddy('Caddy, below a path that it takes off', '/forum', 'caddy/Caddyfile.subpath', 'example.org'),
];

const freePort = () =>
  new Promise<number>((found, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? found(address.port) : failed(new Error('no port'))));
    });
  });

const answers = (port: number) =>
  new Promise<boolean>((answer) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      answer(true);
    });
    socket.once('error', () => answer(false));
  });

/** Sends a request from another local address. */
const sendFrom = (localAddress: string, url: string, method: string, headers: Record<string, string>, body?: unknown) =>
  new Promise<{ cookies: string; text: string }>((done, failed) => {
    const sent = request(url, { localAddress, method, headers: { 'content-type': 'application/json', ...headers } });
    sent.once('error', failed);
    sent.once('response', (response) => {
      const cookies = (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => done({ cookies, text }));
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });

/** Starts the proxy in an empty directory and waits until it answers. */
async function startProxy({ command, configure }: Setup, directory: string, port: number, site: Site) {
  writeFileSync(join(directory, 'proxy.conf'), configure(port, new URL(site.url).host));
  const [program = '', ...args] = command(directory);
  const env = {
    ...process.env,
    PATH: `${process.env.PATH}:/usr/sbin`,
    HOME: directory,
    XDG_DATA_HOME: directory,
    XDG_CONFIG_HOME: directory,
  };
  const proxy = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  proxy.stderr?.on('data', (part) => {
    log += String(part);
  });
  proxy.once('error', (error) => {
    log += `${error}: apt-get install ${program}`;
  });
  await expect.poll(() => answers(port), { message: `${program} answers; ${log}` }).toBe(true);
  return proxy;
}

for (const setup of setups) {
  const { name, base } = setup;
  test(`behind ${name}`, { tag: '@full' }, async ({ browser }) => {
    const port = await freePort();
    const url = `http://localhost:${port}${base}`;
    const site = new Site({ STOA_SERVER_BASE_URL: url, STOA_SERVER_TRUSTED_PROXIES: '127.0.0.1' });
    const directory = mkdtempSync(join(tmpdir(), 'stoa-e2e-'));
    let proxy: ChildProcess | undefined;
    try {
      await site.start();
      proxy = await startProxy(setup, directory, port, site);

      // Two users sign up through the proxy.
      const people = [];
      for (const person of [newName('asker'), newName('reader')]) {
        const page = await (await browser.newContext()).newPage();
        page.on('pageerror', (error) => expect(error, 'no uncaught script errors').toBeNull());
        await page.goto(`${url}/signup`);
        await page.getByLabel('Username').fill(person);
        await page.getByLabel('Password', { exact: true }).fill(password);
        await page.getByLabel('Confirm Password').fill(password);
        const upgraded = page.waitForEvent('websocket');
        await page.getByRole('button', { name: 'Submit' }).click();
        await expect(page).toHaveURL(`${url}/home`);
        expect((await upgraded).url(), 'the live connection uses the base path').toContain(`${base}/socket.io/`);
        people.push(page);
      }
      const [asker, reader] = people;
      if (!asker || !reader) throw new Error('a user is missing');
      await reader.goto(`${url}/questionPage`);
      await expect(reader.getByText('No Questions Found')).toBeVisible();

      await asker.getByRole('link', { name: 'Questions', exact: true }).click();
      await asker.getByRole('link', { name: 'Ask a Question' }).click();
      await asker.getByLabel(/Title/).fill('Does it work behind a proxy?');
      await asker.getByLabel(/Text/).first().fill('With $x^2$ and `code`.');
      await asker.getByLabel(/Tags/).fill('proxy');
      await asker.getByRole('button', { name: 'Post Question' }).click();
      await expect(asker).toHaveURL(new RegExp(`^${url}/questionPage`));

      // The question appears live in the other browser, and its URL can be reloaded.
      await reader.getByRole('link', { name: 'Does it work behind a proxy?' }).click();
      await expect(reader).toHaveURL(new RegExp(`^${url}/question/`));
      await reader.reload();
      await expect(reader.locator('.katex').first()).toBeVisible();

      // The site sees the real client address, even if the client forges a header.
      const origin = { origin: new URL(url).origin, 'x-forwarded-for': '203.0.113.9' };
      const local = url.replace('localhost', '127.0.0.1');
      const credentials = { username: newName('elsewhere'), password };
      const headers = { ...origin, host: `localhost:${port}` };
      const { cookies } = await sendFrom('127.0.0.2', `${local}/user/signup`, 'POST', headers, credentials);
      const { text } = await sendFrom('127.0.0.2', `${local}/user/getSessions`, 'GET', { ...headers, cookie: cookies });
      expect(JSON.parse(text)).toMatchObject([{ address: '127.0.0.2' }]);

      // A very long search fits the proxy's limits, and so does the Link header that repeats it.
      const [, token = ''] = /XSRF-TOKEN=([^;]*)/.exec(cookies) ?? [];
      const signedIn = { ...headers, cookie: cookies, 'x-xsrf-token': token };
      const second = { title: 'Behind a proxy too', text: 'x', tags: [{ name: 'proxy' }] };
      await sendFrom('127.0.0.2', `${local}/question/addQuestion`, 'POST', signedIn, second);
      for (const [limit, spaces] of [
        [1, 6_000],
        [100, 60_000],
      ] as const) {
        const search = `${local}/question/getQuestion?limit=${limit}&search=proxy${'+'.repeat(spaces)}`;
        const found = JSON.parse((await sendFrom('127.0.0.2', search, 'GET', signedIn)).text);
        expect(found).toHaveLength(limit === 1 ? 1 : 2);
      }
    } finally {
      proxy?.kill('SIGTERM');
      await site.remove();
      rmSync(directory, { recursive: true, force: true });
    }
  });
}

/** Caddy with a certificate of its own. Chromium resolves each name below `localhost` to this machine. */
const https: Setup = {
  ...caddy('', '', 'caddy/Caddyfile', ''),
  configure: (port, site) => `
{
	admin off
	auto_https disable_redirects
	skip_install_trust
}
${configuration('caddy/Caddyfile')
  .replace('127.0.0.1:8080', site)
  .replace('\nqa.example.org {', `\nhttps://qa.localhost:${port} {\n\ttls internal`)}`,
};

test('behind Caddy with https, without a base_url', { tag: '@full' }, async ({ browser }) => {
  const port = await freePort();
  const site = new Site({ STOA_SERVER_TRUSTED_PROXIES: '127.0.0.1' });
  const directory = mkdtempSync(join(tmpdir(), 'stoa-e2e-'));
  let proxy: ChildProcess | undefined;
  try {
    await site.start();
    proxy = await startProxy(https, directory, port, site);
    const baseURL = `https://qa.localhost:${port}`;
    const context = await browser.newContext({ baseURL, ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const name = newName();
    await page.goto('/signup');
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm Password').fill(password);
    const upgraded = page.waitForEvent('websocket');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL(`${baseURL}/home`);
    expect((await upgraded).url()).toMatch(/^wss:/);
    const cookies = (await context.cookies()).map(({ name: cookie, secure }) => `${cookie} ${secure}`);
    expect(cookies.sort()).toEqual([
      'XSRF-TOKEN true',
      '__Host-stoa_device true',
      '__Host-stoa_session true',
      '__Host-stoa_visitor true',
    ]);
    promote(site, name);
    await page.goto('/administration/health');
    await expect(page.getByText(`base_url = "${baseURL}"`)).toBeVisible();
  } finally {
    proxy?.kill('SIGTERM');
    await site.remove();
    rmSync(directory, { recursive: true, force: true });
  }
});
