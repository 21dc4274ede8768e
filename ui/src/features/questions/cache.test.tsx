import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import useSWR, { SWRConfig, useSWRConfig } from 'swr';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../../api/client';
import type { Answer, Question, QuestionCard } from '../../api/generated';
import type { CacheKey } from '../../lib/cacheKeys';
import { isStaleSince } from '../../lib/connection';
import { useCacheEditor } from '../../lib/useCacheEditor';
import * as cache from './cache';
import { questionKey, questionListKey } from './keys';
import { removeNewQuestion, useNewQuestions } from './newQuestions';

const question: Question = {
  _id: 'q',
  title: 'Why?',
  text: 'Because.',
  tags: [{ _id: 't', name: 'Reasons', description: '' }],
  answers: [],
  askedBy: 'ann',
  askDateTime: '2026-11-21T00:00:00.000Z',
  views: [],
  upVotes: ['ben'],
  downVotes: [],
  comments: [],
  viewCount: 7,
  answerCount: 0,
  score: 5,
};

const card: QuestionCard = {
  ...question,
  truncated: false,
  starred: false,
  accepted: false,
  closed: false,
  isPrivate: false,
};
const answer: Answer = {
  _id: 'a',
  text: '42',
  ansBy: 'ben',
  ansDateTime: question.askDateTime,
  comments: [],
  upVotes: [],
  downVotes: [],
  score: 0,
};

const tick = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

/** Renders a component with the data of `key`. The test decides when the server responds. */
function show<T>(key: CacheKey) {
  const requests: ((data: T) => void)[] = [];
  const fetcher = () => new Promise<T>((resolve) => requests.push(resolve));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SWRConfig value={{ provider: () => new Map(), fetcher }}>{children}</SWRConfig>
  );
  const { result } = renderHook(
    () => ({ edit: useCacheEditor(), refetchAll: useSWRConfig().mutate, ...useSWR<T>(key) }),
    { wrapper },
  );
  return {
    requests,
    refetchAll: result.current.refetchAll,
    shown: () => result.current.data,
    /** Responds to the latest request. */
    answer: async (data: T) => {
      requests.at(-1)?.(data);
      await tick();
    },
    refetch: async () => {
      void result.current.mutate();
      await tick();
    },
    event: async <Args extends unknown[]>(
      handler: (edit: typeof result.current.edit, ...args: Args) => void,
      ...args: Args
    ) => {
      act(() => handler(result.current.edit, ...args));
      await tick();
    },
  };
}

const newest = questionListKey({ order: 'newest', tag: '', search: '' });
const list = (...items: QuestionCard[]): Page<QuestionCard> => ({
  path: newest.path,
  requestedAt: performance.now(),
  items,
  total: items.length,
  next: null,
  match: null,
  searchedFor: null,
  searchWords: null,
});

beforeEach(() => act(() => ['q', 'r', 's'].forEach(removeNewQuestion)));

describe('a list of cards', () => {
  it('shows new counts in place', async () => {
    const page = show<Page<QuestionCard>>(newest);
    await page.answer(list(card));
    await page.event(cache.viewsUpdated, { ...question, viewCount: 8 });
    await page.event(cache.answerUpdated, { qid: 'q', answer, answerCount: 1 });
    expect(page.shown()?.items).toEqual([{ ...card, viewCount: 8, answerCount: 1 }]);
    expect(page.requests).toHaveLength(1);
  });

  it('is not disturbed, while it is read, by events about other questions', async () => {
    const page = show<Page<QuestionCard>>(newest);
    await page.event(cache.viewsUpdated, { ...question, _id: 'another' });
    await page.answer(list(card));
    expect(page.shown()?.items).toEqual([card]);
    expect(page.requests).toHaveLength(1);
  });

  it('asks again when an event overtakes the answer', async () => {
    const page = show<Page<QuestionCard>>(newest);
    await page.answer(list(card));
    await page.refetch();
    await page.event(cache.viewsUpdated, { ...question, viewCount: 8 });
    page.requests[1]?.(list(card));
    await tick();
    expect(page.shown()?.items[0]?.viewCount).toBe(8);
    expect(page.requests).toHaveLength(3);
    await page.answer(list({ ...card, viewCount: 9 }));
    expect(page.shown()?.items[0]?.viewCount).toBe(9);
  });

  it('asks again when a question comes while it is read for the first time', async () => {
    const page = show<Page<QuestionCard>>(newest);
    await page.event(cache.questionUpdated, question);
    page.requests[0]?.(list());
    await tick();
    await page.answer(list(card));
    expect(page.shown()?.items).toEqual([card]);
  });
});

describe('a question', () => {
  it('gets answers once, comments and votes', async () => {
    const page = show<Question>(questionKey('q'));
    await page.answer(question);
    await page.event(cache.answerUpdated, { qid: 'q', answer, answerCount: 1 });
    await page.event(cache.answerUpdated, { qid: 'q', answer, answerCount: 1 });
    expect(page.shown()?.answers).toEqual([answer]);
    const comments = [{ _id: 'c', text: 'So what', commentBy: 'ann', commentDateTime: question.askDateTime }];
    await page.event(cache.commentUpdated, { type: 'question', result: { ...question, comments } });
    await page.event(cache.commentUpdated, { qid: 'q', type: 'answer', result: { ...answer, comments } });
    expect(page.shown()).toMatchObject({ comments, answers: [{ comments }] });
    const edited = { ...answer, text: '43', comments, editedAt: question.askDateTime };
    await page.event(cache.commentUpdated, { qid: 'q', type: 'answer', result: edited });
    expect(page.shown()?.answers).toEqual([edited]);
    await page.event(cache.votesUpdated, { qid: 'q', upVotes: [], downVotes: ['ben'], score: 3 });
    expect(page.shown()).toMatchObject({ downVotes: ['ben'], score: 3 });
  });

  it('is asked for again when an event comes while it is read for the first time', async () => {
    const page = show<Question>(questionKey('q'));
    await page.event(cache.answerUpdated, { qid: 'q', answer, answerCount: 1 });
    page.requests[0]?.(question);
    await tick();
    await page.answer({ ...question, answers: [answer] });
    expect(page.shown()?.answers).toEqual([answer]);
  });
});

describe('a deleted question', () => {
  const gone: Question = { ...question, title: '[deleted]', text: '', deletedAt: question.askDateTime };

  it('leaves the lists, and says so where it is read', async () => {
    const page = show<Page<QuestionCard>>(newest);
    await page.answer(list(card, { ...card, _id: 'r' }));
    await page.event(cache.questionUpdated, gone);
    expect(page.shown()).toMatchObject({ items: [{ _id: 'r' }], total: 1 });
    const reader = show<Question>(questionKey('q'));
    await reader.answer(question);
    await reader.event(cache.questionUpdated, gone);
    expect(reader.shown()?.deletedAt).toBe(question.askDateTime);
  });

  it('is not announced as new', async () => {
    const page = show<Page<QuestionCard>>(newest);
    await page.answer(list());
    await page.event(cache.questionUpdated, { ...question, viewCount: 0 });
    await page.event(cache.questionUpdated, gone);
    const { result } = renderHook(() => useNewQuestions({ tag: '', search: '', first: list() }));
    expect(result.current).toEqual([]);
  });
});

describe('a question that changes', () => {
  it('shows on its card whether an answer is accepted and whether it is closed', async () => {
    const page = show<Page<QuestionCard>>(newest);
    await page.answer(list(card));
    await page.event(cache.questionUpdated, { ...question, acceptedAnswerId: 'a', closedAt: question.askDateTime });
    expect(page.shown()?.items).toEqual([{ ...card, accepted: true, closed: true }]);
    await page.event(cache.questionUpdated, question);
    expect(page.shown()?.items).toEqual([card]);
  });

  it('is fetched again if its card has an older text', async () => {
    const page = show<Page<QuestionCard>>(newest);
    const hear = (text: string) =>
      page.event((edit) => cache.invalidateExcerpts(edit, page.refetchAll, { ...question, text }));
    await page.answer(list({ ...card, truncated: true }));
    await hear('Because. Really.');
    expect(page.requests).toHaveLength(1);
    await hear('Why not?');
    expect(page.requests).toHaveLength(2);
    expect(isStaleSince(page.shown()?.requestedAt ?? 0)).toBe(true);
    await page.answer(list({ ...card, text: 'Why not?' }));
    await hear('Why not?');
    expect(page.requests).toHaveLength(2);
  });

  it('is not new to a list that lacks it', async () => {
    const page = show<Page<QuestionCard>>(newest);
    const first = list();
    await page.answer(first);
    await page.event(cache.questionUpdated, { ...question, acceptedAnswerId: 'a' });
    const { result } = renderHook(() => useNewQuestions({ tag: '', search: '', first }));
    expect(result.current).toEqual([]);
  });
});

describe('new questions', () => {
  const count = (tag: string, search: string, first: Page<QuestionCard>) =>
    renderHook(() => useNewQuestions({ tag, search, first })).result.current.length;

  /** No user has viewed it yet. */
  const asked = { ...question, viewCount: 0 };

  it('are counted where they belong, once', async () => {
    const page = show<Page<QuestionCard>>(newest);
    const first = list();
    await page.answer(first);
    await page.event(cache.questionUpdated, asked);
    await page.event(cache.questionUpdated, asked);
    expect([count('', '', first), count('reasons', '', first)]).toEqual([1, 1]);
    expect([count('rust', '', first), count('', 'why', first)]).toEqual([0, 0]);
  });

  it('are none that a list shows already, or was asked for after them', async () => {
    const page = show<Page<QuestionCard>>(newest);
    await page.answer(list(card));
    await page.event(cache.questionUpdated, { ...question, title: 'Why not?' });
    expect(count('', '', list())).toBe(0);
    expect(page.shown()?.items[0]?.title).toBe('Why not?');
    const [before, late] = [list(), { ...list(card), requestedAt: 0 }];
    await page.event(cache.questionUpdated, { ...asked, _id: 'r' });
    await page.event(cache.questionUpdated, { ...asked, _id: 's' });
    expect([count('', '', before), count('', '', list()), count('', '', late)]).toEqual([2, 0, 2]);
  });
});
