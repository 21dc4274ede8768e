import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, test as base, expect, type Page } from '@playwright/test';

/** The program under test. */
export const binary = process.env.STOA_BIN ?? resolve(import.meta.dirname, '../../target/debug/stoa');

/** The password of everybody in these tests. */
export const password = 'colonnade at noon';

/** The real binary, serving a directory of its own. */
export class Site {
  readonly directory = mkdtempSync(join(tmpdir(), 'stoa-e2e-'));
  url = '';
  private process: ChildProcess | undefined;
  /** Environment variables; what is changed here counts from the next start on. */
  readonly settings: Record<string, string>;

  /** A site that is configured so. */
  constructor(settings: Record<string, string> = {}) {
    this.settings = settings;
  }

  /** Starts the server, at the address it had before if it had one, and waits until it says that it is ready. */
  async start(): Promise<void> {
    const listen = this.url ? new URL(this.url).host : '127.0.0.1:0';
    const server = spawn(binary, ['serve', '--listen', listen, '--data-dir', this.directory], {
      // The server refuses STOA_… variables that it does not know: the one that names it is ours alone.
      env: {
        ...process.env,
        STOA_BIN: undefined,
        STOA_LIMITS_ENABLED: 'false',
        STOA_LOG_LEVEL: 'warn',
        ...this.settings,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.process = server;
    const lines = createInterface({ input: server.stdout });
    this.url = await new Promise<string>((ready, failed) => {
      lines.on('line', (line) => {
        const address = line.match(/http:\/\/[\d.:]+/)?.[0];
        if (address) ready(address);
      });
      server.once('exit', (code) => failed(new Error(`${binary} ended with ${code} before it was ready`)));
      server.once('error', failed);
    });
  }

  /** Sends the server a signal that does not end it. */
  signal(signal: NodeJS.Signals): void {
    this.process?.kill(signal);
  }

  /** Ends the server with `signal` and waits until it is gone. */
  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const server = this.process;
    if (!server || server.exitCode !== null) return null;
    const gone = new Promise<number | null>((resolve) => server.once('exit', (code) => resolve(code)));
    server.kill(signal);
    return gone;
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.directory, { recursive: true, force: true });
  }
}

let serial = 0;

/** A username that nobody on the site has. */
export const newName = (prefix = 'user') => `${prefix}-${process.pid}-${++serial}`;

/** Signs a new user up in a browser of his own and returns his page. Console errors fail the test. */
export async function newUser(browser: Browser, site: Site, name = newName()): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  page.on('pageerror', (error) => expect(error, 'no script fails').toBeNull());
  await signUp(page, name);
  return page;
}

/** Signs up through the call and goes to the questions. */
export async function signUp(page: Page, username: string): Promise<void> {
  const response = await page.request.post('/user/signup', { data: { username, password } });
  expect(response.status(), await response.text()).toBe(200);
  await page.goto('/questionPage');
  await expect(page.getByRole('heading', { name: 'All Questions' })).toBeVisible();
}

/** Makes an administrator of somebody, as whoever runs the program does it. */
export function promote(site: Site, name: string) {
  const { status, stderr } = spawnSync(binary, ['user', 'promote', name, '--data-dir', site.directory], {
    env: { ...process.env, STOA_BIN: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
}

/** Asks a question through the call and returns its id. */
export async function ask(page: Page, title: string, text = 'Some text', tags = ['test']): Promise<string> {
  const data = { title, text, tags: tags.map((name) => ({ name })) };
  const response = await page.request.post('/question/addQuestion', { data });
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { _id: string })._id;
}

/** Holds what the page asks for at such addresses, until the returned function is called. */
export async function hold(page: Page, url: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Tests with a site: one for all tests of a worker, which keep out of each other's way by the names they use. */
export const test = base.extend<{ baseURL: string }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures it depends on as a pattern
    async ({}, use) => {
      const site = new Site();
      await site.start();
      await use(site);
      await site.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

export { expect };
