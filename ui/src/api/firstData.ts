import type { Page } from '../api/client';
import type { FirstData as QuestionData, User } from '../api/generated';

/** The first part of a list, as the server puts it into a page. */
type List = { items: { title?: string; text?: string }[]; total: number; next: string | null };

/** What a page contains: that of a question its parts, and others the replies of calls by their paths. */
type FirstData = Partial<Omit<QuestionData, 'user'>> & {
  /** The signed-in user; `null` for a reader without a session. */
  user: User | null;
  lists?: Record<string, List>;
  others?: Record<string, unknown>;
};

const element = document.getElementById('first-data');

/** What the server has put into this page, if it has content. */
export const firstData = element && (JSON.parse(element.textContent) as FirstData);

/** Returns the reply of a call that is in this page. */
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
