import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Page, request } from '@playwright/test';
import { ask, expect, newName, newUser, password, promote, type Site, test } from './site';

// A request that gets through once has got through.
test.describe.configure({ retries: 0 });

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
  /** Whom the answer lets read it. */
  readers: string | undefined;
};

const portOf = (server: Server) => (server.address() as AddressInfo).port;

const listening = async (server: Server) => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return server;
};

/**
 * Stands between browsers and the site, changes nothing and notes everything. A careless one answers all preflights
 * itself and grants them, as some proxies are set up to: then browsers send what they would not have sent.
 */
async function overhear(site: Site, exchanges: Exchange[], isCareless = false): Promise<Server> {
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
    if (isCareless && asked.method === 'OPTIONS') {
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

/** What a victim has. */
type Belongings = Awaited<ReturnType<typeof settle>>;

/** Gives the victim something of every kind that can be taken, and something of others that can be touched. */
async function settle(victim: Page, other: Page, names: { victim: string; other: string }) {
  const made = async (page: Page, path: string, data: object) => {
    const response = await page.request.post(path, { data });
    expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
    return ((await response.json()) as { _id: string })._id;
  };
  const [own, others, starred] = [
    await ask(victim, 'To be kept from harm'),
    await ask(other, 'Of somebody else'),
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

/** Calls that do something when the victim's own page makes them, each whatever those before it have done. */
function deeds({ victim, other, own, others, starred, comment, community, chat }: Belongings): Call[] {
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
    // It ends the other session.
    { method: 'PATCH', path: '/user/resetPassword', body: { username: victim, password: 'an evil password' } },
    { method: 'DELETE', path: `/user/deleteUser/${victim}`, body: {} },
  ];
}

/** All calls that could change something, by the site's own document: those above, and the others with what fits many. */
async function unsafeCalls(site: Site, done: readonly Call[], { own, victim }: Belongings): Promise<Call[]> {
  const document = (await (await fetch(`${site.url}/openapi.json`)).json()) as { paths: Record<string, object> };
  const body = { qid: own, id: own, userId: victim, text: 'Evil', password: 'an evil password', name: 'Evil' };
  const all = Object.entries(document.paths).flatMap(([pattern, calls]) =>
    Object.keys(calls)
      .filter((method) => method !== 'get')
      .map((method) => ({ method: method.toUpperCase(), path: pattern, body })),
  );
  const isLike = (pattern: string, path: string) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
  const known = ({ method, path }: Call) => done.some((deed) => deed.method === method && isLike(path, deed.path));
  const others = all.filter((call) => !known(call));
  // None of them is misspelt, and none is counted twice.
  expect(others.length + done.length, 'each deed is a call of its own that the site has').toBe(all.length);
  return [...done, ...others.map((call) => ({ ...call, path: call.path.replace(/\{\w+\}/, own) }))];
}

/** What a hostile page does with the cookies that it can make a browser send: what a browser sends at once … */
const simple = ['form', 'textForm', 'noCors', 'noCorsForm', 'beacon', 'textFetch', 'textXhr'] as const;
/** … and with any method what it asks for first. */
const asking = ['fetch', 'xhr'] as const;

/** Runs in the hostile page. */
async function attack({
  at,
  calls,
  technique,
}: {
  at: string;
  calls: Call[];
  technique: (typeof simple | typeof asking)[number];
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
  // A page on another port of the same host can read this one.
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

/** What the calls above would change, as the victim sees it. */
async function stateOf(
  page: Page,
  { victim, own, others, chat, community }: Belongings,
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
    // Reading counts views and says when somebody was there.
    const said = (await response.text()).replace(/"(lastSeenAt":"[^"]*"|views":\[[^\]]*\]|viewCount":\d+)/g, '""');
    // In pieces, so that a failure shows the one that differs.
    return [path, `${response.status()},${said}`.split(',')];
  });
  return Object.fromEntries(await Promise.all(parts));
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
    const careless = await overhear(site, exchanges, true);
    const at = `http://127.0.0.1:${portOf(proxy)}`;
    const origin = `http://${host}:${portOf(evil)}`;
    // The victim knows the site by the address at which everything is overheard, and is an administrator, as is
    // somebody else: the last one cannot delete himself.
    const names = { victim: newName('victim'), other: newName('other') };
    const other = await newUser(browser, site, names.other);
    const victim = await newUser(browser, { url: at } as Site, names.victim);
    for (const name of Object.values(names)) promote(site, name);
    const belongings = await settle(victim, other, names);
    const phone = await request.newContext({ baseURL: site.url });
    await phone.post('/user/login', { data: { username: names.victim, password } });
    const acts = deeds(belongings);
    const calls = await unsafeCalls(site, acts, belongings);
    const state = () => stateOf(victim, belongings);
    const before = await state();
    for (const [path, [status]] of Object.entries(before)) expect(status, path).toBe('200');

    const page = await victim.context().newPage();
    await page.goto(origin);
    /** Attacks in one way, and returns what came of it. */
    const attempt = async (technique: (typeof simple | typeof asking)[number], through: Server, calls: Call[]) => {
      const soFar = exchanges.length;
      const target = `http://127.0.0.1:${portOf(through)}`;
      await page.evaluate(attack, { at: target, calls, technique });
      // Each of them did arrive, so that each was refused by the site, and not by something before it.
      const ofEvil = () => exchanges.slice(soFar).filter((exchange) => exchange.origin === origin);
      await expect.poll(() => ofEvil().length, { message: technique, timeout: 30_000 }).toBe(calls.length);
      expect(await state(), `${technique} changed what the site has stored`).toEqual(before);
      expect(ofEvil().filter(({ readers }) => readers)).toEqual([]);
      return ofEvil();
    };
    const lines = (sent: { method: string; path: string }[]) =>
      sent.map(({ method, path }) => `${method} ${path}`).sort();
    /** Attacks in one way by which the calls themselves reach the site. */
    const refused = async (technique: (typeof simple | typeof asking)[number], through: Server, calls: Call[]) => {
      const sent = await attempt(technique, through, calls);
      expect(lines(sent), `${technique} sends the calls themselves`).toEqual(lines(calls));
      expect(
        sent.filter(({ status }) => status !== 403),
        technique,
      ).toEqual([]);
      const withSession = sent.filter(({ hasSession }) => hasSession).length;
      expect(withSession, 'the browser gives the session to other ports, and not to other hosts').toBe(
        carriesCookies ? sent.length : 0,
      );
    };
    const posts = calls.filter(({ method }) => method === 'POST');
    for (const technique of simple) await refused(technique, proxy, posts);
    for (const technique of asking) {
      // Nothing grants it: the browser goes no further.
      const preflights = await attempt(technique, proxy, calls);
      expect(preflights.filter(({ method, status }) => method !== 'OPTIONS' || status < 400)).toEqual([]);
      // And if something did?
      await refused(technique, careless, calls);
    }

    const soFar = exchanges.length;
    expect(await page.evaluate(hijack, at)).toEqual([]);
    const live = exchanges.slice(soFar).filter(({ path }) => path.startsWith('/socket.io'));
    // A request whose answer nobody wants to read has no origin, but says that another site asks.
    const ofPage = live.filter(({ origin: asking, from }) => asking === origin || /^(same|cross)-site$/.test(from));
    expect(ofPage.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await state()).toEqual(before);

    // The same from the site's own page is done: each of them by itself would have been noticed.
    let last = before;
    for (const { method, path, body } of acts) {
      const status = await victim.evaluate(async ({ path, ...options }) => (await fetch(path, options)).status, {
        path,
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(status, `${method} ${path} is still a valid call; if not, mend its body in deeds()`).toBe(200);
      const now = await state();
      expect(now, `${method} ${path} changes what stateOf() reads; if not, add what it changes there`).not.toEqual(
        last,
      );
      last = now;
    }
    await phone.dispose();
    await victim.context().close();
    await other.context().close();
    for (const server of [evil, proxy, careless]) server.close();
  });
}
