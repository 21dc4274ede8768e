import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, linkSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, test as base, expect, type Page } from '@playwright/test';

/** The program under test. */
export const binary = process.env.STOA_BIN ?? resolve(import.meta.dirname, '../../target/debug/stoa');

export const isRoot = process.getuid?.() === 0;

let binaryForAll: string | undefined;

/** Returns the program where all users reach it: others cannot look into the home of root. */
function reachable(): string {
  if (binaryForAll) return binaryForAll;
  const directory = mkdtempSync(join(tmpdir(), 'stoa-bin-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  chmodSync(directory, 0o755);
  binaryForAll = join(directory, 'stoa');
  try {
    linkSync(binary, binaryForAll);
  } catch {
    // On another file system.
    copyFileSync(binary, binaryForAll);
  }
  return binaryForAll;
}

/** Runs the program as a user without write access to this process's files: as `nobody` if the tests run as root. */
export function runAsOtherUser(args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  return spawnSync(isRoot ? reachable() : binary, args, {
    ...options,
    ...(isRoot && { uid: 65_534, gid: 65_534 }),
    encoding: 'utf8',
    timeout: 60_000,
  });
}

/** The password of all users in these tests. */
export const password = 'colonnade at noon';

/** The real binary serving a temporary data directory. */
export class Site {
  readonly directory = mkdtempSync(join(tmpdir(), 'stoa-e2e-'));
  url = '';
  private process: ChildProcess | undefined;
  /** Environment variables of the server. Changes apply from the next start. */
  readonly settings: Record<string, string>;

  /** Creates a site with these settings, which starts with `start`. */
  constructor(settings: Record<string, string> = {}) {
    this.settings = settings;
  }

  /** Starts the server and waits until it is ready. A restart keeps the address. */
  async start(): Promise<void> {
    const listen = this.url ? new URL(this.url).host : '127.0.0.1:0';
    const server = spawn(binary, ['serve', '--listen', listen, '--data-dir', this.directory], {
      // Without STOA_BIN, which only the tests know: the server rejects unknown STOA_… variables.
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

  /** Sends the server a signal that does not stop it. */
  signal(signal: NodeJS.Signals): void {
    this.process?.kill(signal);
  }

  /** Ends the server with `signal`, waits until it exits and returns its exit code. */
  async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const server = this.process;
    if (!server || server.exitCode !== null) return null;
    const exited = new Promise<number | null>((resolve) => server.once('exit', (code) => resolve(code)));
    server.kill(signal);
    return exited;
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** Waits until the app has taken the place of what the server has drawn. */
export const appOf = (page: Page) => expect(page.locator('#page')).toHaveCount(0);

/** Lets each visit to a page and each reload wait for the app, unless it says otherwise. */
function withApp(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== 'commit') await appOf(page);
    return response;
  };
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== 'commit') await appOf(page);
    return response;
  };
  return page;
}

let nextNumber = 0;

/** Returns an unused username. */
export const newName = (prefix = 'user') => `${prefix}-${process.pid}-${++nextNumber}`;

/**
 * Signs a new user up in a separate browser context and returns its page, which is still empty. Script
 * errors fail the test.
 */
export async function newUser(browser: Browser, site: Site, name = newName()): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url });
  const page = withApp(await context.newPage());
  page.on('pageerror', (error) => expect(error, 'no script fails').toBeNull());
  await signUp(page, name);
  return page;
}

/** Signs up through the API. The page stays as it is. */
export async function signUp(page: Page, username: string): Promise<void> {
  const response = await page.request.post('/user/signup', { data: { username, password } });
  expect(response.status(), await response.text()).toBe(200);
}

/** Opens the list of questions. */
export async function openQuestions(page: Page): Promise<void> {
  await page.goto('/questionPage');
  await expect(page.getByRole('heading', { name: 'All Questions' })).toBeVisible();
  await appOf(page);
}

/** Opens a page and waits until it receives events. */
export async function openLive(page: Page, path: string): Promise<void> {
  const connected = new Promise<void>((resolve) => {
    // The server greets the client. What it sends before the page has its handlers is fetched again.
    page.once('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => String(payload).startsWith('40') && resolve()),
    );
  });
  await page.goto(path);
  await connected;
}

/** Promotes a user to administrator with the operator's command. */
export function promote(site: Site, name: string) {
  const { status, stderr } = spawnSync(binary, ['user', 'promote', name, '--data-dir', site.directory], {
    env: { ...process.env, STOA_BIN: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
}

/** Asks a question through the API and returns its id. */
export async function ask(page: Page, title: string, text = 'Some text', tags = ['test']): Promise<string> {
  const data = { title, text, tags: tags.map((name) => ({ name })) };
  const response = await page.request.post('/question/addQuestion', { data });
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { _id: string })._id;
}

/** Returns the packets that a page sends over its live connection from now on, however they travel. */
export function recordSent(page: Page): string[] {
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/socket.io/')) sent.push(request.postData() ?? '');
  });
  return sent;
}

/** Holds the page's requests to matching URLs until the returned function is called. */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
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

/**
 * The test function with a site per worker. Tests share the site and avoid conflicts with unique
 * names. A test's browser contexts are closed when it ends, so that their pages do not load the
 * machine during later tests.
 */
export const test = base.extend<{ baseURL: string; closedContexts: undefined }, { site: Site }>({
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
  page: async ({ page }, use) => use(withApp(page)),
  closedContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

export { expect };
