import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Page, request } from '@playwright/test';
import { ask, expect, newName, newUser, openQuestions, password, promote, type Site, test } from './site';

/** A request from a browser and the status of its response. */
type Exchange = {
  method: string;
  path: string;
  origin: string | undefined;
  /** The `Sec-Fetch-Site` header. */
  from: string;
  type: string;
  hasSession: boolean;
  status: number;
  /** The `Access-Control-Allow-Origin` header of the response. */
  readers: string | undefined;
};

const portOf = (server: Server) => (server.address() as AddressInfo).port;

const listening = async (server: Server) => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return server;
};

/**
 * Starts a proxy in front of the site that records every exchange. With `grantsPreflights` it
 * grants all preflights itself, like a misconfigured proxy, so browsers send requests that they
 * would otherwise hold back.
 */
async function startRecordingProxy(site: Site, exchanges: Exchange[], grantsPreflights = false): Promise<Server> {
  const { port, hostname } = new URL(site.url);
  const options = ({ method, url, headers }: IncomingMessage) => ({ method, path: url, headers, port, hostname });
  const note = (asked: IncomingMessage, status: number, readers?: string) =>
    exchanges.push({
      method: asked.method ?? '',
      path: asked.url ?? '',
      origin: asked.headers.origin,
      from: String(asked.headers['sec-fetch-site'] ?? ''),
      type: asked.headers['content-type'] ?? '',
      hasSession: /(^|; )stoa_session=./.test(asked.headers.cookie ?? ''),
      status,
      readers,
    });
  const server = createServer((asked, answer) => {
    if (grantsPreflights && asked.method === 'OPTIONS') {
      const {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': fields,
      } = asked.headers;
      answer.writeHead(204, {
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': method,
        'access-control-allow-headers': fields,
      });
      answer.end();
      return;
    }
    const onward = forward(options(asked), (said) => {
      note(asked, said.statusCode ?? 0, said.headers['access-control-allow-origin']);
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

/** A call that could change something. */
type Call = { method: string; path: string; body: object };

/** The data created by `seed`. */
type Seeded = Awaited<ReturnType<typeof seed>>;

/**
 * Creates data of every kind that an attack could change, both of the victim and of another user.
 */
async function seed(victim: Page, other: Page, names: { victim: string; other: string }) {
  const made = async (page: Page, path: string, data: object) => {
    const response = await page.request.post(path, { data });
    expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
    return ((await response.json()) as { _id: string })._id;
  };
  const [own, others, starred] = [
    await ask(victim, 'To be kept from harm'),
    await ask(other, 'By another user'),
    await ask(other, 'Starred'),
  ];
  await made(other, '/answer/addAnswer', { qid: own, ans: { text: 'This is the notification' } });
  await made(victim, '/star/addStar', { qid: starred });
  const participants = [names.victim, names.other];
  return {
    ...names,
    own,
    others,
    starred,
    comment: await made(victim, '/comment/addComment', { id: own, type: 'question', comment: { text: 'Kept' } }),
    community: await made(other, '/community/addCommunity', { name: `Kept ${own}`, visibility: 'public' }),
    chat: await made(victim, '/chat/createChat', { participants, messages: [{ msg: 'Kept' }] }),
  };
}

/** Returns calls that succeed from the victim's own page, in this order. */
function effectiveCalls({ victim, other, own, others, starred, comment, community, chat }: Seeded): Call[] {
  const post = (path: string, body: object) => ({ method: 'POST', path, body });
  const question = { title: 'Evil', text: 'Evil', tags: [{ name: 'evil' }] };
  return [
    post('/question/upvoteQuestion', { qid: others }),
    post('/question/addQuestion', question),
    post('/answer/addAnswer', { qid: others, ans: { text: 'Evil' } }),
    post('/comment/addComment', { id: others, type: 'question', comment: { text: 'Evil' } }),
    post('/star/addStar', { qid: others }),
    { method: 'DELETE', path: '/star/removeStar', body: { qid: starred } },
    { method: 'PATCH', path: '/user/updateBiography', body: { username: victim, biography: 'Evil' } },
    post('/community/addCommunity', { name: `Evil ${own}`, description: 'Evil', visibility: 'public' }),
    post(`/community/addMember/${community}`, {}),
    post('/messaging/addMessage', { messageToAdd: { msg: 'Evil' } }),
    post('/chat/createChat', { participants: [victim, other], messages: [{ msg: 'Evil' }] }),
    post(`/chat/${chat}/addMessage`, { msg: 'Evil' }),
    post('/games/create', { gameType: 'Nim' }),
    post('/administration/createInvitation', { note: 'Evil' }),
    { method: 'PATCH', path: '/notification/clearAllNotifications', body: {} },
    { method: 'DELETE', path: '/comment/deleteComment', body: { cid: comment } },
    { method: 'PATCH', path: '/question/editQuestion', body: { qid: own, ...question } },
    { method: 'DELETE', path: '/question/deleteQuestion', body: { qid: own } },
    // This call ends the other session.
    { method: 'PATCH', path: '/user/resetPassword', body: { username: victim, password: 'an evil password' } },
    { method: 'DELETE', path: `/user/deleteUser/${victim}`, body: {} },
  ];
}

/**
 * Returns all unsafe calls of the OpenAPI document: those above, and all others with a generic
 * body.
 */
async function unsafeCalls(site: Site, done: readonly Call[], { own, victim }: Seeded): Promise<Call[]> {
  const document = (await (await fetch(`${site.url}/openapi.json`)).json()) as { paths: Record<string, object> };
  const body = { qid: own, id: own, userId: victim, text: 'Evil', password: 'an evil password', name: 'Evil' };
  const all = Object.entries(document.paths).flatMap(([pattern, calls]) =>
    Object.keys(calls)
      .filter((method) => method !== 'get')
      .map((method) => ({ method: method.toUpperCase(), path: pattern, body })),
  );
  const isLike = (pattern: string, path: string) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const known = ({ method, path }: Call) => done.some((call) => call.method === method && isLike(path, call.path));
  // Mail programs call it from anywhere, with a token in the address instead of a session.
  const isOneClick = ({ path }: Call) => path === '/u/{token}';
  const others = all.filter((call) => !known(call) && !isOneClick(call));
  // No path is misspelt, and no call is counted twice.
  expect(others.length + done.length + 1, 'each call exists once in the OpenAPI document').toBe(all.length);
  return [...done, ...others.map((call) => ({ ...call, path: call.path.replace(/\{\w+\}/, own) }))];
}

/** Techniques that send a simple request, for which browsers make no preflight. */
const simple = ['form', 'textForm', 'noCors', 'noCorsForm', 'beacon', 'textFetch', 'textXhr'] as const;
/** Techniques that need a preflight. */
const preflighted = ['fetch', 'xhr'] as const;

/** Runs in the hostile page. */
async function attack({
  at,
  calls,
  technique,
}: {
  at: string;
  calls: Call[];
  technique: (typeof simple | typeof preflighted)[number];
}) {
  const frame = ({ method, path, body }: Call, enctype: string) => {
    const target = document.createElement('iframe');
    target.name = `frame${document.forms.length}`;
    const form = document.createElement('form');
    Object.assign(form, { method, action: at + path, enctype, target: target.name });
    const field = document.createElement('input');
    // As text/plain this is JSON.
    const start = JSON.stringify(body).slice(0, -1);
    Object.assign(field, { name: `${start}${start === '{' ? '' : ','}"ignored":"`, value: '"}' });
    form.append(field);
    document.body.append(target, form);
    return new Promise<void>((done) => {
      target.addEventListener('load', () => done());
      form.submit();
      setTimeout(done, 3_000);
    });
  };
  const send = ({ method, path, body }: Call, options: RequestInit) =>
    fetch(at + path, { method, credentials: 'include', body: JSON.stringify(body), ...options }).then(
      () => {},
      () => {},
    );
  const xhr = ({ method, path, body }: Call, headers: Record<string, string>) =>
    new Promise<void>((done) => {
      const request = new XMLHttpRequest();
      request.open(method, at + path);
      request.withCredentials = true;
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.addEventListener('loadend', () => done());
      request.send(JSON.stringify(body));
    });
  const text = { 'content-type': 'text/plain' };
  // A page on another port of the same host can read this cookie.
  const token = document.cookie.match(/XSRF-TOKEN=([^;]+)/)?.[1] ?? '';
  const json = { 'content-type': 'application/json', ...(token && { 'x-xsrf-token': token }) };
  const fields = (body: object) => new URLSearchParams(Object.entries(body).map(([name, value]) => [name, `${value}`]));
  const ways: Record<typeof technique, (call: Call) => unknown> = {
    form: (call) => frame(call, 'application/x-www-form-urlencoded'),
    textForm: (call) => frame(call, 'text/plain'),
    noCors: (call) => send(call, { mode: 'no-cors', headers: text }),
    noCorsForm: (call) => send(call, { mode: 'no-cors', body: fields(call.body) }),
    beacon: ({ path, body }) =>
      navigator.sendBeacon(at + path, new Blob([JSON.stringify(body)], { type: 'text/plain' })),
    textFetch: (call) => send(call, { headers: text }),
    textXhr: (call) => xhr(call, text),
    fetch: (call) => send(call, { headers: json }),
    xhr: (call) => xhr(call, json),
  };
  for (let start = 0; start < calls.length; start += 10) {
    await Promise.all(calls.slice(start, start + 10).map(ways[technique]));
  }
}

/**
 * Runs in the hostile page. Returns the transports over which a live connection could be opened.
 */
async function openLiveConnections(at: string): Promise<string[]> {
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

/** Returns everything that the calls above could change, as visible to the victim. */
async function readState(
  page: Page,
  { victim, own, others, chat, community }: Seeded,
): Promise<Record<string, string[]>> {
  const paths = [
    '/user/getUsers',
    `/user/getUser/${victim}`,
    '/user/getSessions',
    '/question/getQuestion',
    `/question/getQuestionById/${own}`,
    `/question/getQuestionById/${others}`,
    '/star/getStars',
    '/community/getAllCommunities',
    `/community/getCommunity/${community}`,
    '/messaging/getMessages',
    `/chat/getChatsByUser/${victim}`,
    `/chat/${chat}`,
    '/notification/getNotifications',
    '/games/games',
    '/administration/getInvitations',
    '/administration/getBackups',
    '/administration/getUsers',
  ];
  const parts = paths.map(async (path) => {
    const response = await page.request.get(path);
    // Reads update view counts and last-seen times.
    const said = (await response.text()).replace(/"(lastSeenAt":"[^"]*"|views":\[[^\]]*\]|viewCount":\d+)/g, '""');
    // Split into parts, so that a failure shows only the differing part.
    return [path, `${response.status()},${said}`.split(',')];
  });
  return Object.fromEntries(await Promise.all(parts));
}

for (const [where, host, carriesCookies] of [
  ['another port', '127.0.0.1', true],
  ['another host name', 'localhost', false],
] as const) {
  test(`a page on ${where} can neither change data nor open a live connection`, { tag: '@full' }, async ({
    browser,
    site,
  }) => {
    const exchanges: Exchange[] = [];
    const proxy = await startRecordingProxy(site, exchanges);
    const evil = await listening(
      createServer((_, answer) => {
        answer.setHeader('content-type', 'text/html');
        answer.end('<!doctype html><title>Evil</title><body>');
      }),
    );
    const permissiveProxy = await startRecordingProxy(site, exchanges, true);
    const at = `http://127.0.0.1:${portOf(proxy)}`;
    const origin = `http://${host}:${portOf(evil)}`;
    // The victim uses the site through the recording proxy. Both users are administrators, because
    // the last administrator cannot delete their own account.
    const names = { victim: newName('victim'), other: newName('other') };
    const other = await newUser(browser, site, names.other);
    const victim = await newUser(browser, { url: at } as Site, names.victim);
    await openQuestions(victim);
    for (const name of Object.values(names)) promote(site, name);
    const seeded = await seed(victim, other, names);
    const phone = await request.newContext({ baseURL: site.url });
    await phone.post('/user/login', { data: { username: names.victim, password } });
    const effective = effectiveCalls(seeded);
    const calls = await unsafeCalls(site, effective, seeded);
    const state = () => readState(victim, seeded);
    const before = await state();
    for (const [path, [status]] of Object.entries(before)) expect(status, path).toBe('200');

    const page = await victim.context().newPage();
    await page.goto(origin);
    /** Attacks with one technique and returns the requests that reached the site. */
    const attempt = async (technique: (typeof simple | typeof preflighted)[number], through: Server, calls: Call[]) => {
      const soFar = exchanges.length;
      const target = `http://127.0.0.1:${portOf(through)}`;
      await page.evaluate(attack, { at: target, calls, technique });
      // Every request arrived, so the site itself rejected it.
      const fromAttacker = () => exchanges.slice(soFar).filter((exchange) => exchange.origin === origin);
      await expect.poll(() => fromAttacker().length, { message: technique, timeout: 30_000 }).toBe(calls.length);
      expect(await state(), `${technique} changed what the site has stored`).toEqual(before);
      expect(fromAttacker().filter(({ readers }) => readers)).toEqual([]);
      return fromAttacker();
    };
    const lines = (sent: { method: string; path: string }[]) =>
      sent.map(({ method, path }) => `${method} ${path}`).sort();
    /** Attacks with one technique and expects that the site rejects every call. */
    const refused = async (technique: (typeof simple | typeof preflighted)[number], through: Server, calls: Call[]) => {
      const sent = await attempt(technique, through, calls);
      expect(lines(sent), `${technique} sends the calls themselves`).toEqual(lines(calls));
      expect(
        sent.filter(({ status }) => status !== 403),
        technique,
      ).toEqual([]);
      const withSession = sent.filter(({ hasSession }) => hasSession).length;
      expect(withSession, 'the browser sends the session cookie to other ports, but not to other hosts').toBe(
        carriesCookies ? sent.length : 0,
      );
    };
    const posts = calls.filter(({ method }) => method === 'POST');
    for (const technique of simple) await refused(technique, proxy, posts);
    for (const technique of preflighted) {
      // The site grants no preflight, so the browser stops there.
      const preflights = await attempt(technique, proxy, calls);
      expect(preflights.filter(({ method, status }) => method !== 'OPTIONS' || status < 400)).toEqual([]);
      // The calls are rejected even if a proxy grants the preflight.
      await refused(technique, permissiveProxy, calls);
    }

    const soFar = exchanges.length;
    expect(await page.evaluate(openLiveConnections, at)).toEqual([]);
    const live = exchanges.slice(soFar).filter(({ path }) => path.startsWith('/socket.io'));
    // A no-cors GET request has no Origin header, but its Sec-Fetch-Site header names another site.
    const ofPage = live.filter(({ origin: asking, from }) => asking === origin || /^(same|cross)-site$/.test(from));
    expect(ofPage.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await state()).toEqual(before);

    // The control: the same calls succeed from the site's own page, and each one changes the state
    // that is compared.
    let last = before;
    for (const { method, path, body } of effective) {
      const status = await victim.evaluate(async ({ path, ...options }) => (await fetch(path, options)).status, {
        path,
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(status, `${method} ${path} is still a valid call; if not, fix its body in effectiveCalls()`).toBe(200);
      const now = await state();
      expect(now, `${method} ${path} changes what readState() reads; if not, add what it changes there`).not.toEqual(
        last,
      );
      last = now;
    }
    await phone.dispose();
    await victim.context().close();
    await other.context().close();
    for (const server of [evil, proxy, permissiveProxy]) server.close();
  });
}
