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

for (const transports of [
  ['polling'],
  ['websocket'],
  ['polling', 'websocket'],
] satisfies ManagerOptions['transports'][]) {
  test.describe(`the stock client over ${transports.join(' and then ')}`, () => {
    test('hears what happens once signed in, and connects anew by itself', async ({ site, page }) => {
      const username = newName();
      const signup = await post(site, '/user/signup', { username, password });
      const cookie = cookiesOf(signup);
      const socket = io(site.url, { transports, extraHeaders: { cookie }, forceNew: true, reconnectionDelay: 100 });
      const heard: string[] = [];
      socket.on('questionUpdate', (question: { title: string }) => heard.push(question.title));
      let connects = 0;
      socket.on('connect', () => {
        connects += 1;
      });
      await expect.poll(() => connects).toBe(1);
      if (transports.length > 1) await expect.poll(() => socket.io.engine.transport.name).toBe('websocket');

      await page.request.post('/user/login', { data: { username, password } });
      const title = `Heard over ${transports} ${newName()}`;
      await ask(page, title);
      await expect.poll(() => heard).toContain(title);

      // The transport goes, as at a restart: a stock client comes back without being told.
      const reasons: string[] = [];
      socket.on('disconnect', (reason) => reasons.push(reason));
      await post(site, '/user/logout', {}, cookie);
      await expect.poll(() => connects, { timeout: 10_000 }).toBe(2);
      expect(['transport close', 'transport error']).toContain(reasons[0]);
      const unheard = `Unheard ${newName()}`;
      await ask(page, unheard);
      await page.waitForTimeout(300);
      expect(heard).not.toContain(unheard);
      socket.close();
    });

    test('becomes signed in when its browser logs in', async ({ site, page }) => {
      const [username, visitor] = [newName(), `visitor-${newName()}`];
      await post(site, '/user/signup', { username, password });
      const jar = { cookie: `stoa_visitor=${visitor}` };
      const socket = io(site.url, { transports, extraHeaders: jar, forceNew: true, reconnectionDelay: 100 });
      const heard: string[] = [];
      socket.on('questionUpdate', (question: { title: string }) => heard.push(question.title));
      let connects = 0;
      socket.on('connect', () => {
        connects += 1;
      });
      await expect.poll(() => connects).toBe(1);
      const login = await post(site, '/user/login', { username, password }, jar.cookie);
      // What a browser's cookie jar does by itself; the client keeps the very object it was given.
      jar.cookie = `${jar.cookie}; ${cookiesOf(login)}`;
      await expect.poll(() => connects, { timeout: 10_000 }).toBe(2);
      await page.request.post('/user/login', { data: { username, password } });
      const title = `Signed in over ${transports} ${newName()}`;
      await ask(page, title);
      await expect.poll(() => heard).toContain(title);
      socket.close();
    });
  });
}
