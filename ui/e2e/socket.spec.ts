import { io, type ManagerOptions } from 'socket.io-client';
import { ask, expect, newName, password, type Site, test } from './site';

/** The cookies of a response, as a client sends them back. */
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

const post = (site: Site, path: string, body: unknown, cookie = '') =>
  fetch(site.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });

/** Connects a stock client with these headers and records its events. */
function connect(site: Site, transports: Transports, extraHeaders: Record<string, string>) {
  const socket = io(site.url, { transports, extraHeaders, forceNew: true, reconnectionDelay: 100 });
  const heard: string[] = [];
  const ends: string[] = [];
  const client = { socket, heard, ends, connects: 0 };
  socket.on('questionUpdate', (question: { title: string }) => heard.push(question.title));
  socket.on('disconnect', (reason) => ends.push(reason));
  socket.on('connect', () => {
    client.connects += 1;
  });
  return client;
}

type Transports = NonNullable<ManagerOptions['transports']>;

for (const transports of [['polling'], ['websocket'], ['polling', 'websocket']] satisfies Transports[]) {
  test.describe(`the stock client over ${transports.join(' and then ')}`, {
    tag: transports.length > 1 ? [] : '@full',
  }, () => {
    test('receives events while logged in and reconnects after a logout', async ({ site, page }) => {
      const username = newName();
      const cookie = cookiesOf(await post(site, '/user/signup', { username, password }));
      const client = connect(site, transports, { cookie });
      await expect.poll(() => client.connects).toBe(1);
      if (transports.length > 1) await expect.poll(() => client.socket.io.engine.transport.name).toBe('websocket');

      await page.request.post('/user/login', { data: { username, password } });
      const title = `Heard over ${transports} ${newName()}`;
      await ask(page, title);
      await expect.poll(() => client.heard).toContain(title);

      // The server closes the transport, as on a restart, so a stock client reconnects by default.
      await post(site, '/user/logout', {}, cookie);
      await expect.poll(() => client.connects, { timeout: 30_000 }).toBe(2);
      expect(['transport close', 'transport error']).toContain(client.ends[0]);
      const unheard = `Unheard ${newName()}`;
      await ask(page, unheard);
      await page.waitForTimeout(300);
      expect(client.heard).not.toContain(unheard);
      client.socket.close();
    });

    test('becomes authenticated when its browser logs in', { tag: '@full' }, async ({ site, page }) => {
      const username = newName();
      await post(site, '/user/signup', { username, password });
      const jar = { cookie: `stoa_visitor=visitor-${newName()}` };
      const client = connect(site, transports, jar);
      await expect.poll(() => client.connects).toBe(1);
      const login = await post(site, '/user/login', { username, password }, jar.cookie);
      // Updates the cookies like a browser would. The client keeps a reference to this object.
      jar.cookie = `${jar.cookie}; ${cookiesOf(login)}`;
      await expect.poll(() => client.connects, { timeout: 30_000 }).toBe(2);
      await page.request.post('/user/login', { data: { username, password } });
      const title = `Signed in over ${transports} ${newName()}`;
      await ask(page, title);
      await expect.poll(() => client.heard).toContain(title);
      client.socket.close();
    });
  });
}
