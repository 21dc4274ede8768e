import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, newName, password, Site, test } from './site';

/**
 * Starts a proxy for a site below `/forum`, which strips or keeps that path. All other paths belong
 * to another application.
 */
function proxy(target: () => URL, strips: boolean): Promise<Server> {
  const inner = (path = '') => (strips ? path.slice('/forum'.length) || '/' : path);
  const server = createServer((incoming, outgoing) => {
    if (!/^\/forum(?:[/?]|$)/.test(incoming.url ?? '')) {
      outgoing.writeHead(418).end('another application');
      return;
    }
    const { hostname, port } = target();
    const { method, headers, url } = incoming;
    const passed = request({ hostname, port, method, headers, path: inner(url) }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  server.on('upgrade', (incoming, socket) => {
    const { hostname, port } = target();
    const upstream = connect(Number(port), hostname, () => {
      const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}\r\n`);
      upstream.write(`${incoming.method} ${inner(incoming.url)} HTTP/1.1\r\n${headers.join('')}\r\n`);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(server)));
}

/** Signs up with the form and records every request outside the base path in `strayed`. */
async function enter(page: Page, forum: string, name: string, strayed: string[]): Promise<void> {
  page.on('request', (sent) => {
    if (/^(?:http|ws)/.test(sent.url()) && !sent.url().startsWith(`${forum}/`)) strayed.push(sent.url());
  });
  page.on('websocket', (socket) => {
    if (!socket.url().startsWith(`${forum.replace('http', 'ws')}/socket.io/`)) strayed.push(socket.url());
  });
  page.on('pageerror', (error) => strayed.push(String(error)));
  page.on('console', (message) => message.text().includes('Content Security Policy') && strayed.push(message.text()));
  await page.goto(`${forum}/`);
  await page.getByRole('link', { name: "Don't have an account? Sign up here." }).click();
  await expect(page).toHaveURL(`${forum}/signup`);
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page).toHaveURL(`${forum}/home`);
}

for (const strips of [true, false]) {
  test(`a site below a path works behind a proxy that ${strips ? 'strips' : 'keeps'} the path`, {
    tag: strips ? [] : '@full',
  }, async ({ browser }) => {
    let site: Site | undefined;
    const server = await proxy(() => new URL(site?.url ?? ''), strips);
    const forum = `http://127.0.0.1:${(server.address() as AddressInfo).port}/forum`;
    const strayed: string[] = [];
    try {
      site = new Site({ STOA_SERVER_BASE_URL: forum, STOA_SERVER_TRUSTED_PROXIES: 'local' });
      await site.start();
      const [ann, ben] = [newName('ann'), newName('ben')];
      const [one, two] = await Promise.all([browser.newPage(), browser.newPage()]);
      await enter(one, forum, ann, strayed);
      await enter(two, forum, ben, strayed);
      await two.getByRole('link', { name: 'Questions', exact: true }).click();
      await expect(two).toHaveURL(`${forum}/questionPage`);
      await expect(two.getByRole('heading', { name: 'All Questions' })).toBeVisible();

      // A new question appears in the other browser without a reload.
      await one.goto(`${forum}/new/question`);
      await one.getByLabel('Question Title').fill('Where is this site?');
      await one.getByLabel('Question Text').fill('Below a path, $x^2$.');
      await one.getByLabel('Tags').fill('proxy');
      await one.getByRole('button', { name: 'Post Question' }).click();
      await expect(one).toHaveURL(new RegExp(`^${forum}/questionPage`));
      await two.getByRole('link', { name: 'Where is this site?' }).click();
      await expect(two).toHaveURL(new RegExp(`^${forum}/question/[0-9a-z]{13}$`));

      // A deep link can be reloaded.
      await two.reload();
      await expect(two.getByRole('heading', { name: 'Where is this site?' })).toBeVisible();
      await expect(two.locator('.katex').first()).toBeVisible();

      // Logged-out visitors are redirected to the landing page.
      await two.getByRole('banner').getByRole('button', { name: 'Log out' }).click();
      await expect(two.getByLabel('Username')).toBeVisible();
      await expect(two).toHaveURL(`${forum}/`);
      await two.goto(`${forum}/tags`);
      await expect(two).toHaveURL(`${forum}/`);
      expect(strayed).toEqual([]);

      // Cookies are valid for the whole host, and pagination links stay below the base path.
      const cookies = await one.context().cookies();
      expect(cookies.map(({ path }) => path)).toEqual(cookies.map(() => '/'));
      for (const text of ['b', 'c']) {
        const data = { title: text, text, tags: [{ name: 'proxy' }] };
        expect((await one.request.post(`${forum}/question/addQuestion`, { data })).status()).toBe(200);
      }
      const list = await one.request.get(`${forum}/question/getQuestion?limit=1`);
      expect(list.headers().link).toMatch(/^<\/forum\/question\/getQuestion\?/);
    } finally {
      server.closeAllConnections();
      server.close();
      await site?.remove();
    }
  });
}
