import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { News } from '../../../api/generated';
import { answer, asked, event, order, post, server, show, withPage } from '../../../testing/questionPage';
import { renderApp } from '../../../testing/renderApp';
import { answerUpdated } from '../cache';
import { answerArrived } from './cache';
import NewAnswers from './NewAnswers';

withPage();

/** The elements that are observed, by observer, with what makes them visible. */
let observed: Map<Element, () => void>;

beforeEach(() => {
  observed = new Map();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      callback: IntersectionObserverCallback;
      constructor(callback: IntersectionObserverCallback) {
        this.callback = callback;
      }
      observe = (element: Element) => {
        const entry = { isIntersecting: true } as IntersectionObserverEntry;
        observed.set(element, () => this.callback([entry], {} as IntersectionObserver));
      };
      disconnect = () => observed.clear();
    },
  );
});

const scrollTo = (element: Element) => act(async () => observed.get(element)?.());
const line = () => screen.queryByText('new since your last visit');
const seen = () => server.calls.filter((call) => call.startsWith('PATCH /following/markSeen'));

/** Two answers; the second is new to ann. */
const answers = [answer('r1', 'ben'), answer('r2', 'cleo', 5)];
const news: News = { qid: 'q', newAnswers: 1, firstNewAnswer: 'r2', lastAnswer: 'r2' };
const nothingNew: News = { qid: 'q', newAnswers: 0, lastAnswer: 'r2' };

beforeEach(() => {
  server.question = { ...asked, answers };
  server.reply = () => nothingNew;
});

describe('rows', () => {
  it('show how many answers are new, and link to the first', async () => {
    server.news = [{ ...news, newAnswers: 2 }];
    renderApp(
      <>
        <NewAnswers qid="q" />
        <NewAnswers qid="r" />
      </>,
    );
    const mark = await screen.findByRole('link', { name: '2 new answers' });
    expect(mark).toHaveAttribute('href', '/question/q#r2');
    expect(screen.getAllByRole('link')).toEqual([mark]);
  });
});

describe('the page of a question', () => {
  it('shows new answers below the others and a line', async () => {
    server.news = [news];
    await show();
    await waitFor(() => expect(order()).toEqual(['r1', 'r2']));
    expect(line()?.closest('p')?.nextElementSibling).toBe(post('r2'));
  });

  it('shows no line without new answers', async () => {
    server.news = [nothingNew];
    await show();
    await waitFor(() => expect(observed.size).toBe(1));
    expect(order()).toEqual(['r2', 'r1']);
    expect(line()).toBeNull();
  });

  it('shows no line where the newest answers are the first', async () => {
    server.news = [news];
    await show('ann', '/question/q?answers=newest');
    await waitFor(() => expect(observed.size).toBe(1));
    expect(line()).toBeNull();
  });

  it('marks new answers as seen when one is in view, and keeps the line', async () => {
    server.news = [news];
    await show();
    await waitFor(() => expect(observed.size).toBe(1));
    expect(seen()).toEqual([]);
    await scrollTo(post('r2'));
    expect(seen()).toEqual(['PATCH /following/markSeen {"qid":"q","upTo":"r2"}']);
    expect(observed.size).toBe(0);
    expect(line()).toBeVisible();
  });

  it('tells the other tabs what the viewer has seen', async () => {
    const heard = vi.fn();
    const otherTab = new BroadcastChannel('seen');
    otherTab.onmessage = ({ data }) => heard(data);
    server.news = [news];
    await show();
    await waitFor(() => expect(observed.size).toBe(1));
    await scrollTo(post('r2'));
    await vi.waitFor(() => expect(heard.mock.calls).toEqual([[nothingNew]]));
    otherTab.close();
  });

  it('marks a question without new answers as seen when it is shown', async () => {
    await show();
    await waitFor(() => expect(observed.size).toBe(1));
    await scrollTo(document.body);
    expect(seen()).toEqual(['PATCH /following/markSeen {"qid":"q","upTo":"r2"}']);
  });

  it('marks an answer that arrives as seen when it is in view', async () => {
    await show();
    await waitFor(() => expect(observed.size).toBe(1));
    await scrollTo(document.body);
    await event(answerUpdated, { qid: 'q', answer: answer('r3', 'ben'), answerCount: 3 });
    expect(seen()).toHaveLength(1);
    await scrollTo(post('r3'));
    expect(seen()[1]).toBe('PATCH /following/markSeen {"qid":"q","upTo":"r3"}');
    expect(line()).toBeNull();
  });

  it("needs no report of the viewer's own answer", async () => {
    await show();
    await waitFor(() => expect(observed.size).toBe(1));
    await scrollTo(document.body);
    await event(answerUpdated, { qid: 'q', answer: answer('r3', 'ann'), answerCount: 3 });
    expect(observed.size).toBe(0);
  });
});

describe('an answer that arrives', () => {
  const arrived = (known: News | null, id: string, by: string) => {
    let changed: unknown;
    answerArrived(
      (_, change) => {
        changed = change(known as never, { type: 'news', path: '' });
      },
      { qid: 'q', answer: answer(id, by), answerCount: 3 },
      'ann',
    );
    return changed;
  };

  it('is counted in a visited question', () => {
    expect(arrived(nothingNew, 'r3', 'ben')).toEqual({
      qid: 'q',
      newAnswers: 1,
      firstNewAnswer: 'r3',
      lastAnswer: 'r3',
    });
    expect(arrived(news, 'r3', 'ben')).toEqual({ ...news, newAnswers: 2, lastAnswer: 'r3' });
  });

  it("is not counted if it is known, the viewer's own, or the question was never visited", () => {
    expect(arrived(news, 'r2', 'cleo')).toBe(news);
    expect(arrived(news, 'r3', 'ann')).toEqual({ ...news, lastAnswer: 'r3' });
    expect(arrived(null, 'r3', 'ben')).toBeNull();
  });
});
