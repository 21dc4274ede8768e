import { answerFrom, type Page } from './client';
import type { FirstData as QuestionData, User } from './generated';

/** The first part of a list, as the server puts it into a page. */
type List = { items: { title?: string; text?: string }[]; total: number; next: string | null };

/** A reply with its headers. */
type Reply = { body: unknown; headers?: Record<string, string> };

/** What a page contains: that of a question its parts, and others the replies of calls by their paths. */
type FirstData = Partial<Omit<QuestionData, 'user'>> & {
  /** The signed-in user; `null` for a reader without a session. */
  user: User | null;
  lists?: Record<string, List>;
  others?: Record<string, unknown>;
  around?: Record<string, Reply>;
};

const element = document.getElementById('first-data');

/** What the server has put into this page, if it has data. */
export const firstData = element && (JSON.parse(element.textContent) as FirstData);

/** Age of the page from which on its replies answer no call, in milliseconds. */
const maxAgeMs = 20_000;

/** How the browser got this page. */
export const navigation = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;

// Nobody knows how old a page from the browser's cache is.
let isOutdated = navigation?.transferSize === 0;

/** Lets the server answer all calls from now on: the data may have changed. */
export function forgetFirstReplies(): void {
  isOutdated = true;
}

/** The beginnings of paths whose replies may be old. */
const outdated: string[] = [];

/** Lets the server answer the calls of paths that begin like one of some, or all calls. */
function forget(beginnings?: readonly string[]): void {
  if (beginnings) outdated.push(...beginnings);
  else forgetFirstReplies();
}

/** Adds the reply of a call that is a part of this page. */
export function addFirstReply(path: string, body: unknown): void {
  if (firstData) firstData.others = { ...firstData.others, [path]: body };
}

/** Returns what the page of a list or another page shows at first for the path of a call. */
export function firstReply(path: string): unknown {
  const list = firstData?.lists?.[path];
  if (!list) return firstData?.others?.[path];
  const page: Page<unknown> = {
    path,
    requestedAt: 0,
    ...list,
    match: null,
    searchedFor: null,
    searchWords: null,
  };
  return page;
}

/** The calls that this page has answered. A second one asks for something newer, such as what is due by now. */
const answered = new Set<string>();

/**
 * Returns the response that this page has for the first call of a path, unless the data may have changed or, by a cookie that
 * came or went, is that of another user.
 */
function find(path: string, hasSession: boolean): Response | undefined {
  if (!firstData || isOutdated || performance.now() > maxAgeMs || hasSession !== !!firstData.user) return undefined;
  if (answered.has(path) || outdated.some((beginning) => path.startsWith(beginning))) return undefined;
  answered.add(path);
  const { lists = {}, others = {}, around = {} } = firstData;
  const list = lists[path];
  const reply: Reply = list
    ? {
        body: list.items,
        headers: { 'x-total-count': `${list.total}`, ...(list.next && { link: `<${list.next}>; rel="next"` }) },
      }
    : (around[path] ?? { body: others[path] });
  return reply.body === undefined ? undefined : Response.json(reply.body, { headers: reply.headers ?? {} });
}

if (firstData) answerFrom({ find, forget });
