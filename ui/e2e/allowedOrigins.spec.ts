import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { Question } from '../src/api/generated';
import { ask, expect, newName, newUser, password, Site, signUp, test } from './site';

const client = readFileSync(
  resolve(import.meta.dirname, '../node_modules/socket.io-client/dist/socket.io.min.js'),
  'utf8',
);

/** Starts the server of another application of this machine, whose page has a stock client of Socket.IO. */
async function startApplication() {
  const server = createServer((_, answer) =>
    answer.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><script>${client}</script>`),
  );
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Sends a request of a page and returns its response. */
const call = (page: Page, url: string, body?: object) =>
  page.evaluate(
    async ([address, json]) => {
      const response = await fetch(address as string, {
        credentials: 'include',
        ...(json && { method: 'POST', headers: { 'content-type': 'application/json' }, body: json as string }),
      });
      return { status: response.status, text: await response.text() };
    },
    [url, body && JSON.stringify(body)],
  );

/** Connects a page with the site and returns the titles of the questions that it hears of. */
async function connect(page: Page, url: string, withCredentials: boolean): Promise<string[]> {
  const titles: string[] = [];
  await page.exposeFunction('hear', (title: string) => titles.push(title));
  await page.evaluate(
    ([address, isCredentialed]) =>
      new Promise<void>((connected) => {
        // biome-ignore lint/suspicious/noExplicitAny: the client and the function are globals of the page
        const { io, hear } = globalThis as any;
        const socket = io(address, { withCredentials: isCredentialed });
        socket.on('connect', connected);
        socket.on('questionUpdate', ({ title }: { title: string }) => hear(title));
      }),
    [url, withCredentials] as const,
  );
  return titles;
}

test('a page of an allowed origin logs in, reads and listens', async ({ browser }) => {
  const { server, origin } = await startApplication();
  // The comma form of a list.
  const site = new Site({ STOA_SERVER_ALLOWED_ORIGINS: `https://app.example, ${origin}` });
  await site.start();
  const [name, title] = [newName(), `Heard ${newName()}`];
  const member = await newUser(browser, site, name);

  for (const withCredentials of [true, false]) {
    const page = await browser.newPage();
    await page.goto(origin);
    expect((await call(page, `${site.url}/user/login`, { username: name, password })).status).toBe(200);
    expect((await call(page, `${site.url}/question/getQuestion`)).status).toBe(200);
    const refused = await call(page, `${site.url}/user/login`, { username: name, password: 'Another password' });
    expect(refused.text, 'the page reads errors').toBe('Invalid username or password');
    const heard = await connect(page, site.url, withCredentials);
    // Without credentials, the browser sends the cookies only with the websocket, and the connection is
    // that of the user soon after it.
    await expect(async () => {
      await ask(member, title);
      await expect.poll(() => heard, { timeout: 1_000 }).toContain(title);
    }).toPass();
  }
  await site.remove();
  server.close();
});

test('a page of another origin reads and changes nothing', async ({ page, site }) => {
  const { server, origin } = await startApplication();
  await signUp(page, newName());
  await page.goto(origin);
  await expect(call(page, `${site.url}/question/getQuestion`)).rejects.toThrow('Failed to fetch');
  const hasConnected = await page.evaluate(
    (address) =>
      new Promise<boolean>((decided) => {
        // biome-ignore lint/suspicious/noExplicitAny: the client is a global of the page
        const socket = (globalThis as any).io(address, { withCredentials: true, reconnection: false });
        socket.on('connect', () => decided(true));
        socket.on('connect_error', () => decided(false));
      }),
    site.url,
  );
  expect(hasConnected).toBe(false);

  // A request that needs no preflight. It carries the session, because cookies are those of all ports.
  expect((await page.context().cookies(origin)).map(({ name }) => name)).toContain('stoa_session');
  const tag = newName('evil');
  await page.evaluate(
    ([address, body]) =>
      fetch(address as string, {
        method: 'POST',
        mode: 'no-cors',
        credentials: 'include',
        headers: { 'content-type': 'text/plain' },
        body: body as string,
      }).catch(() => undefined),
    [`${site.url}/question/addQuestion`, JSON.stringify({ title: 'Evil', text: 'Evil', tags: [{ name: tag }] })],
  );
  const tagged = async () => {
    const questions: Question[] = await (await page.request.get('/question/getQuestion')).json();
    return questions.filter(({ tags }) => tags.some(({ name }) => name === tag));
  };
  expect(await tagged()).toEqual([]);
  await ask(page, 'My own', 'Some text', [tag]);
  expect(await tagged()).toHaveLength(1);
  server.close();
});
