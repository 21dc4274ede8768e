import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from '@playwright/test';
import { ask, expect, newUser, type Site, test } from './site';

/** What a browser has sent to the site, and what the site said. */
type Exchange = {
  method: string;
  path: string;
  origin: string | undefined;
  /** What the browser says of who asks. */
  from: string;
  type: string;
  hasSession: boolean;
  status: number;
};

const portOf = (server: Server) => (server.address() as AddressInfo).port;

const listening = async (server: Server) => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return server;
};

/** Stands between browsers and the site, changes nothing and notes everything. */
async function overhear(site: Site, exchanges: Exchange[]): Promise<Server> {
  const { port, hostname } = new URL(site.url);
  const options = ({ method, url, headers }: IncomingMessage) => ({ method, path: url, headers, port, hostname });
  const note = (asked: IncomingMessage, status: number) =>
    exchanges.push({
      method: asked.method ?? '',
      path: asked.url ?? '',
      origin: asked.headers.origin,
      from: String(asked.headers['sec-fetch-site'] ?? ''),
      type: asked.headers['content-type'] ?? '',
      hasSession: /(^|; )stoa_session=./.test(asked.headers.cookie ?? ''),
      status,
    });
  const server = createServer((asked, answer) => {
    const onward = forward(options(asked), (said) => {
      note(asked, said.statusCode ?? 0);
      answer.writeHead(said.statusCode ?? 0, said.rawHeaders);
      said.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  });
  server.on('upgrade', (asked, socket) => {
    const onward = forward(options(asked));
    onward.on('response', (said) => {
      note(asked, said.statusCode ?? 0);
      socket.end(`HTTP/1.1 ${said.statusCode} Refused\r\nconnection: close\r\n\r\n`);
    });
    onward.on('upgrade', (_, there) => {
      note(asked, 101);
      there.destroy();
      socket.destroy();
    });
    onward.on('error', () => socket.destroy());
    onward.end();
  });
  return listening(server);
}

/** The paths of all calls that could change something, with what is filled in. */
async function unsafePaths(site: Site, question: string): Promise<string[]> {
  const document = (await (await fetch(`${site.url}/openapi.json`)).json()) as { paths: Record<string, object> };
  const changes = (call: object) => Object.keys(call).some((method) => method !== 'get');
  const paths = Object.entries(document.paths).filter(([, call]) => changes(call));
  return paths.map(([path]) => path.replace(/\{\w+\}/, question));
}

/** What a hostile page does with the cookies that it can make a browser send, for each path in as many ways as there are. */
const techniques = ['form', 'textForm', 'noCors', 'noCorsForm', 'beacon', 'cors', 'xhr'] as const;

/** Runs in the hostile page. */
function attack({ at, paths, body }: { at: string; paths: string[]; body: string }) {
  const frame = (path: string, enctype: string) => {
    const target = document.createElement('iframe');
    target.name = `frame${document.forms.length}`;
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: at + path, enctype, target: target.name });
    const field = document.createElement('input');
    // As text/plain this is JSON.
    Object.assign(field, { name: `${body.slice(0, -1)},"ignored":"`, value: '"}' });
    form.append(field);
    document.body.append(target, form);
    return new Promise<void>((done) => {
      target.addEventListener('load', () => done());
      form.submit();
      setTimeout(done, 3_000);
    });
  };
  const send = (path: string, options: RequestInit) =>
    fetch(at + path, { method: 'POST', credentials: 'include', body, ...options }).then(
      () => {},
      () => {},
    );
  // A page on another port of the same host can read this one.
  const token = document.cookie.match(/XSRF-TOKEN=([^;]+)/)?.[1] ?? '';
  const xhr = (path: string) =>
    new Promise<void>((done) => {
      const request = new XMLHttpRequest();
      request.open('POST', at + path);
      request.withCredentials = true;
      request.setRequestHeader('content-type', 'text/plain');
      request.setRequestHeader('x-xsrf-token', token);
      request.addEventListener('loadend', () => done());
      request.send(body);
    });
  const ways: Record<(typeof techniques)[number], (path: string) => Promise<unknown>> = {
    form: (path) => frame(path, 'application/x-www-form-urlencoded'),
    textForm: (path) => frame(path, 'text/plain'),
    noCors: (path) => send(path, { mode: 'no-cors', headers: { 'content-type': 'text/plain' } }),
    noCorsForm: (path) => send(path, { mode: 'no-cors', body: new URLSearchParams(JSON.parse(body)) }),
    beacon: async (path) => navigator.sendBeacon(at + path, new Blob([body], { type: 'text/plain' })),
    cors: (path) => send(path, { headers: { 'content-type': 'application/json', 'x-xsrf-token': token } }),
    xhr,
  };
  return (async () => {
    for (const path of paths) await Promise.all(Object.values(ways).map((way) => way(path)));
  })();
}

/** Runs in the hostile page: which doors to the live connection open. */
async function hijack(at: string): Promise<string[]> {
  const address = `${at}/socket.io/?EIO=4&transport=`;
  const socket = new Promise<string>((done) => {
    const socket = new WebSocket(`${address.replace('http', 'ws')}websocket`);
    socket.addEventListener('open', () => done('websocket'));
    socket.addEventListener('error', () => done(''));
  });
  const read = fetch(`${address}polling`, { credentials: 'include' }).then(
    () => 'polling',
    () => '',
  );
  const blind = fetch(`${address}polling`, { credentials: 'include', mode: 'no-cors' }).then(
    () => '',
    () => '',
  );
  return (await Promise.all([socket, read, blind])).filter(Boolean);
}

/** All that the public API shows of what somebody has and has done, and of who is there. */
async function stateOf(
  browser: Browser,
  site: Site,
  cookies: Awaited<ReturnType<Browser['newContext']>>,
): Promise<string> {
  const reader = await browser.newContext({ baseURL: site.url });
  await reader.addCookies(
    (await cookies.cookies()).map((cookie) => ({ ...cookie, domain: new URL(site.url).hostname })),
  );
  const paths = [
    '/user/getData',
    '/user/getUsers',
    '/question/getQuestion',
    '/community/getAllCommunities',
    '/games/games',
  ];
  const parts = [...paths, '/messaging/getMessages', '/administration/getBackups'].map(async (path) =>
    (await reader.request.get(path)).text(),
  );
  const state = (await Promise.all(parts)).join('\n').replace(/"lastSeenAt":"[^"]*"/g, '');
  await reader.close();
  return state;
}

for (const [where, host, carriesCookies] of [
  ['another port', '127.0.0.1', true],
  ['another host name', 'localhost', false],
] as const) {
  test(`a page on ${where} changes nothing and hears nothing`, async ({ browser, site }) => {
    test.setTimeout(180_000);
    const exchanges: Exchange[] = [];
    const proxy = await overhear(site, exchanges);
    const evil = await listening(
      createServer((_, answer) => {
        answer.setHeader('content-type', 'text/html');
        answer.end('<!doctype html><title>Evil</title><body>');
      }),
    );
    const at = `http://127.0.0.1:${portOf(proxy)}`;
    const origin = `http://${host}:${portOf(evil)}`;
    // The victim knows the site by the address at which everything is overheard.
    const victim = await newUser(browser, { url: at } as Site);
    const question = await ask(victim, `A question to be kept from harm (${where})`);
    const paths = await unsafePaths(site, question);
    expect(paths.length).toBeGreaterThan(60);
    const state = () => stateOf(browser, site, victim.context());
    const before = await state();
    expect(before).toContain('to be kept from harm');

    const page = await victim.context().newPage();
    await page.goto(origin);
    const body = {
      qid: question,
      id: question,
      type: 'question',
      title: 'Evil',
      text: 'Evil',
      biography: 'Evil',
      msg: 'Evil',
    };
    const evilBody = JSON.stringify({ ...body, password: 'an evil password', name: 'Evil', gameType: 'Nim' });
    await page.evaluate(attack, { at, paths, body: evilBody });
    const ofEvil = () => exchanges.filter((exchange) => exchange.origin === origin);
    // Each of them did arrive, so that each was refused by the site, and not by something before it.
    await expect.poll(() => ofEvil().length, { timeout: 30_000 }).toBe(paths.length * techniques.length);
    const preflights = ofEvil().filter(({ method }) => method === 'OPTIONS');
    expect(preflights.length, 'those with JSON or a token ask first').toBe(paths.length * 2);
    expect(preflights.filter(({ status }) => status < 400)).toEqual([]);
    const requests = ofEvil().filter(({ method }) => method !== 'OPTIONS');
    expect(requests.filter(({ status }) => status !== 403)).toEqual([]);
    const withSession = requests.filter(({ hasSession }) => hasSession).length;
    expect(withSession, 'the browser gives the session to other ports, and not to other hosts').toBe(
      carriesCookies ? requests.length : 0,
    );

    const soFar = exchanges.length;
    expect(await page.evaluate(hijack, at)).toEqual([]);
    const live = exchanges.slice(soFar).filter(({ path }) => path.startsWith('/socket.io'));
    // A request whose answer nobody wants to read has no origin, but says that another site asks.
    const ofPage = live.filter(({ origin: asking, from }) => asking === origin || /^(same|cross)-site$/.test(from));
    expect(ofPage.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await state()).toBe(before);

    // The same from the site's own page is done.
    const done = await victim.evaluate(
      async (data) => (await fetch('/user/updateBiography', { method: 'PATCH', ...data })).status,
      { headers: { 'content-type': 'application/json' }, body: evilBody },
    );
    expect(done).toBe(200);
    expect(await state()).not.toBe(before);
    await victim.context().close();
    evil.close();
    proxy.close();
  });
}
