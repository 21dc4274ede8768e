import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import useSWR, { SWRConfig } from 'swr';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../../api/client';
import type { Answer, Question, QuestionCard } from '../../api/generated';
import { useCacheEditor } from '../../lib/useCacheEditor';
import { listPath, questionPath } from './api';
import * as cache from './cache';
import { forgetNew, useNewQuestions } from './newQuestions';
import { withVote } from './votes';

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

const card: QuestionCard = { ...question, truncated: false, starred: false, accepted: false };
const answer: Answer = {
  _id: 'a',
  text: '42',
  ansBy: 'ben',
  ansDateTime: question.askDateTime,
  comments: [],
  score: 0,
};

const tick = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

/** A page that shows what is at `path`, with a server that answers when the test says so. */
function show<T>(path: string) {
  const requests: ((data: T) => void)[] = [];
  const fetcher = () => new Promise<T>((resolve) => requests.push(resolve));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SWRConfig value={{ provider: () => new Map(), fetcher }}>{children}</SWRConfig>
  );
  const { result } = renderHook(() => ({ edit: useCacheEditor(), ...useSWR<T>(path) }), { wrapper });
  return {
    requests,
    shown: () => result.current.data,
    /** Lets the server answer the latest request. */
    answer: async (data: T) => {
      requests.at(-1)?.(data);
      await tick();
    },
    /** Shows `anticipated` until the returned function refuses it. */
    vote: (anticipated: T) => {
      let refuse = () => {};
      const reply = new Promise<T>((_, reject) => {
        refuse = () => reject(new Error('refused'));
      });
      result.current.mutate(reply, { optimisticData: anticipated, revalidate: false }).catch(() => undefined);
      return () => refuse();
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

const list = (...items: QuestionCard[]): Page<QuestionCard> => ({ items, total: items.length, next: null });
const newest = listPath({ order: 'newest', tag: '', search: '' });

beforeEach(() => act(forgetNew));

describe('a list of cards', () => {
  it('shows new counts in place', async () => {
    const page = show<Page<QuestionCard>>(newest);
    await page.answer(list(card));
    await page.event(cache.viewed, { ...question, viewCount: 8 });
    await page.event(cache.answered, { qid: 'q', answer, answerCount: 1 });
    expect(page.shown()?.items).toEqual([{ ...card, viewCount: 8, answerCount: 1 }]);
    expect(page.requests).toHaveLength(1);
  });

  it('is not disturbed, while it is read, by events about other questions', async () => {
    const page = show<Page<QuestionCard>>(newest);
    await page.event(cache.viewed, { ...question, _id: 'another' });
    await page.answer(list(card));
    expect(page.shown()?.items).toEqual([card]);
    expect(page.requests).toHaveLength(1);
  });

  it('asks again when an event overtakes the answer', async () => {
    const page = show<Page<QuestionCard>>(newest);
    await page.answer(list(card));
    await page.refetch();
    await page.event(cache.viewed, { ...question, viewCount: 8 });
    page.requests[1]?.(list(card));
    await tick();
    expect(page.shown()?.items[0]?.viewCount).toBe(8);
    expect(page.requests).toHaveLength(3);
    await page.answer(list({ ...card, viewCount: 9 }));
    expect(page.shown()?.items[0]?.viewCount).toBe(9);
  });

  it('asks again when a question comes while it is read for the first time', async () => {
    const page = show<Page<QuestionCard>>(newest);
    await page.event(cache.updated, question);
    page.requests[0]?.(list());
    await tick();
    await page.answer(list(card));
    expect(page.shown()?.items).toEqual([card]);
  });
});

describe('a question', () => {
  it('gets answers once, comments and votes', async () => {
    const page = show<Question>(questionPath('q'));
    await page.answer(question);
    await page.event(cache.answered, { qid: 'q', answer, answerCount: 1 });
    await page.event(cache.answered, { qid: 'q', answer, answerCount: 1 });
    expect(page.shown()?.answers).toEqual([answer]);
    const comments = [{ _id: 'c', text: 'So what', commentBy: 'ann', commentDateTime: question.askDateTime }];
    await page.event(cache.commented, { type: 'question', result: { ...question, comments } });
    await page.event(cache.commented, { qid: 'q', type: 'answer', result: { ...answer, comments } });
    expect(page.shown()).toMatchObject({ comments, answers: [{ comments }] });
    await page.event(cache.voted, { qid: 'q', upVotes: [], downVotes: ['ben'], score: 3 });
    expect(page.shown()).toMatchObject({ downVotes: ['ben'], score: 3 });
  });

  it('is asked for again when an event comes while it is read for the first time', async () => {
    const page = show<Question>(questionPath('q'));
    await page.event(cache.answered, { qid: 'q', answer, answerCount: 1 });
    page.requests[0]?.(question);
    await tick();
    await page.answer({ ...question, answers: [answer] });
    expect(page.shown()?.answers).toEqual([answer]);
  });
});

describe('a vote that the server refuses', () => {
  it('is taken back even when an event comes first', async () => {
    const page = show<Question>(questionPath('q'));
    await page.answer(question);
    const refused = page.vote(withVote(question, { upVotes: ['ben', 'ann'], downVotes: [] }));
    await tick();
    expect(page.shown()?.score).toBe(6);
    await page.event(cache.viewed, { ...question, viewCount: 8 });
    refused();
    await tick();
    expect(page.shown()).toEqual({ ...question, viewCount: 8 });
  });
});

describe('new questions', () => {
  const count = (tag: string, search: string) => renderHook(() => useNewQuestions({ tag, search })).result.current;

  it('are counted where they belong, once', async () => {
    const page = show<Page<QuestionCard>>(newest);
    await page.answer(list());
    await page.event(cache.updated, question);
    await page.event(cache.updated, question);
    expect([count('', ''), count('reasons', ''), count('rust', ''), count('', 'why')]).toEqual([1, 1, 0, 0]);
  });

  it('are none that a list shows already', async () => {
    const page = show<Page<QuestionCard>>(newest);
    await page.answer(list(card));
    await page.event(cache.updated, { ...question, title: 'Why not?' });
    expect(count('', '')).toBe(0);
    expect(page.shown()?.items[0]?.title).toBe('Why not?');
  });
});
