// Measures how long interactions take (INP) on the demo site, with a processor slowed down four times. From this folder's parent,
// on a machine that does nothing else, after `cargo build --profile dist` (which builds the pages too):
//   STOA_BIN=../target/dist/stoa node scripts/interactions.mjs
// Options: --runs 5, --slower 4, --only NAME, --json. Exit code 1: the median of an action is above 150 ms.
// Not part of the gate: other load changes the figures. The longest interaction of an action counts, from the key or the click to
// the next picture, as the Event Timing API reports it: in steps of 8 ms, and from 16 ms on.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';

const LIMIT_MS = 150;
/** Below this, the browser reports nothing. */
const LEAST_MS = 16;

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    slower: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});

const binary = resolve(process.env.STOA_BIN ?? new URL('../../target/dist/stoa', import.meta.url).pathname);
const directory = mkdtempSync(join(tmpdir(), 'stoa-interactions-'));
const env = { ...process.env, STOA_BIN: undefined, STOA_LIMITS_ENABLED: 'false', STOA_LOG_LEVEL: 'warn' };
const demo = execFileSync(binary, ['demo', '--json', '--data-dir', directory], { env, encoding: 'utf8' });
const { username, password } = JSON.parse(demo);
const server = spawn(binary, ['serve', '--listen', '127.0.0.1:0', '--data-dir', directory], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const baseURL = await new Promise((ready, failed) => {
  createInterface({ input: server.stdout }).on('line', (line) => {
    const address = line.match(/http:\/\/[\d.:]+/)?.[0];
    if (address) ready(address);
  });
  server.once('exit', (code) => failed(new Error(`${binary} ended with ${code}`)));
});

const paragraph =
  'A **sentence** with `code`, a [link](https://example.org) and $a_1^2 + b_1^2$, as people write them in long answers.\n\n';
const list = '- one\n- two\n  - three\n\n```js\nconst answer = await ask(question);\n```\n\n';
const longDraft = (paragraph.repeat(6) + list).repeat(12);

/** Observes the interactions of a page from its beginning on. */
function observe() {
  globalThis.interactions = [];
  new PerformanceObserver((entries) => {
    for (const { interactionId, name, duration, startTime, processingStart, processingEnd } of entries.getEntries())
      if (interactionId) {
        const [delay, work] = [processingStart - startTime, processingEnd - processingStart].map(Math.round);
        globalThis.interactions.push({ name, duration, delay, work });
      }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
}

/** Clicks like a hand: without the checks of Playwright, whose listeners would count as work of the page. */
async function click(page, locator) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await locator.boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2, { delay: 80 });
}

/** Each action: the page on which it begins, what is done before it, and what is measured. */
const actions = [
  {
    name: 'list: open a question',
    path: '/questionPage',
    act: (page) => click(page, page.locator('article h2 a').nth(2)),
  },
  {
    name: 'list: star',
    path: '/questionPage',
    act: (page) => click(page, page.getByRole('button', { name: /^Star: / }).first()),
  },
  {
    name: 'list: choose an order',
    path: '/questionPage',
    act: (page) => click(page, page.getByRole('button', { name: 'Most Viewed' })),
  },
  {
    name: 'list: type a search',
    path: '/questionPage',
    before: (page) => page.getByLabel('Search Questions').focus(),
    act: (page) => page.getByLabel('Search Questions').pressSequentially('bread dough', { delay: 80 }),
  },
  {
    name: 'search suggestions',
    path: '/tags',
    before: (page) => page.getByLabel('Search Questions').focus(),
    act: (page) => page.getByLabel('Search Questions').pressSequentially('bread dough', { delay: 80 }),
  },
  {
    name: 'bell',
    path: '/questionPage',
    act: (page) => click(page, page.getByRole('button', { name: /^Notifications/ })),
  },
  {
    name: 'question: vote',
    path: 'question',
    act: (page) => click(page, page.getByRole('button', { name: 'Upvote' }).first()),
  },
  {
    name: 'question: open a menu',
    path: 'question',
    act: (page) => click(page, page.getByRole('button', { name: 'Share this question' })),
  },
  {
    name: 'question: show comments',
    path: 'question',
    act: (page) => click(page, page.getByRole('button', { name: 'Show Comments' }).first()),
  },
  {
    name: 'question: post a comment',
    path: 'question',
    before: async (page) => {
      await page.getByRole('button', { name: 'Show Comments' }).first().click();
      await page.getByLabel('Comment', { exact: true }).first().fill(`How long does it take? ${Date.now()}`);
    },
    act: (page) => click(page, page.getByRole('button', { name: 'Add Comment' }).first()),
  },
  {
    name: 'ask: type in a long draft with its preview',
    path: '/new/question',
    before: async (page) => {
      await page.getByLabel('Question Text').fill(longDraft);
      await page.locator('.markdown .katex').first().waitFor();
      await page.getByLabel('Question Text').press('Control+End');
    },
    act: (page) => page.getByLabel('Question Text').pressSequentially('and more words', { delay: 80 }),
  },
  {
    name: 'settings: switch the theme',
    path: '/settings',
    before: (page) => page.getByLabel('Theme').first().focus(),
    act: (page) => page.keyboard.press('ArrowDown'),
  },
  {
    name: 'Home: choose a filter',
    path: '/home',
    before: (page) => page.getByRole('combobox', { name: 'Show' }).focus(),
    act: (page) => page.keyboard.press('ArrowDown'),
  },
];

const median = (numbers) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];

let failed = false;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const login = await context.request.post('/user/login', { data: { username, password } });
  if (!login.ok()) throw new Error(`The login failed: ${login.status()}`);
  const found = await context.request.get('/question/getQuestion?order=active&view=card&limit=20');
  // The thread with the most answers.
  const [question] = (await found.json()).sort((one, other) => other.answerCount - one.answerCount);
  const results = [];
  for (const { name, path, before, act } of actions.filter((action) => action.name.includes(options.only))) {
    const runs = [];
    for (let run = 0; run < Number(options.runs); run += 1) {
      const page = await context.newPage();
      await page.addInitScript(observe);
      await page.goto(path === 'question' ? `/question/${question._id}` : path, { waitUntil: 'networkidle' });
      await page.locator('#page').waitFor({ state: 'detached' });
      await before?.(page);
      await page.waitForTimeout(1_000);
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: Number(options.slower) });
      await page.evaluate(() => globalThis.interactions.splice(0));
      await act(page);
      await page.waitForTimeout(2_000);
      const interactions = await page.evaluate(() => globalThis.interactions);
      const [longest] = interactions.sort((one, other) => other.duration - one.duration || other.work - one.work);
      runs.push(longest ?? { name: 'none', duration: LEAST_MS, delay: 0, work: 0 });
      await page.close();
    }
    const inp = median(runs.map(({ duration }) => duration));
    const worst = runs.find(({ duration }) => duration === inp);
    failed ||= inp > LIMIT_MS;
    results.push({ name, inp, runs: runs.map(({ duration }) => duration), delay: worst.delay, work: worst.work });
    if (!options.json)
      console.log(
        `| ${name} | ${inp}${inp > LIMIT_MS ? ' (too slow)' : ''} | ${runs.map(({ duration }) => duration).join(', ')} | ${worst.name}: ${worst.delay} ms until it began, ${worst.work} ms of work |`,
      );
  }
  if (options.json) console.log(JSON.stringify(results, null, 2));
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await new Promise((ended) => server.once('exit', ended));
  rmSync(directory, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
