/** The page of a question, before a server that tests set up: what the tests of its parts have in common. */

import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { type ScopedMutator, SWRConfig, useSWRConfig } from 'swr';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Answer, DeletedPost, LinkedQuestion, Question } from '../../../api/generated';
import { routes } from '../../../lib/routes';
import { UserContext } from '../../../lib/session';
import { type CacheEditor, useCacheEditor } from '../../../lib/useCacheEditor';
import QuestionPage from './QuestionPage';

export const time = '2026-11-21T00:00:00.000Z';
export const answer = (_id: string, ansBy: string, score = 0): Answer => ({
  _id,
  text: `Text of ${_id}`,
  ansBy,
  ansDateTime: time,
  comments: [],
  upVotes: [],
  downVotes: [],
  score,
});
export const asked: Question = {
  _id: 'q',
  title: 'Why?',
  text: 'Because.',
  tags: [],
  answers: [answer('one', 'ben'), answer('two', 'ann', 3)],
  askedBy: 'ann',
  askDateTime: time,
  views: [],
  upVotes: [],
  downVotes: [],
  comments: [{ _id: 'c', text: 'A remark', commentBy: 'ann', commentDateTime: time }],
  viewCount: 1,
  answerCount: 2,
  score: 0,
};

/** What the server has, and how it answers calls that change something; without an answer it refuses. */
type Server = {
  question: Question | null;
  community: Record<string, unknown>;
  deleted: DeletedPost[];
  linked: LinkedQuestion[];
  calls: string[];
  reply: ((path: string, body: Record<string, string>) => unknown) | null;
};
const fresh = (): Server => ({
  question: asked,
  community: { _id: 'c1', name: 'Columns', visibility: 'private', isMember: true, archived: false },
  deleted: [],
  linked: [],
  calls: [],
  reply: () => ({}),
});
export const server = fresh();

/** Begins each test of a file with the same question and server. */
export function withPage() {
  beforeEach(() => {
    localStorage.clear();
    Object.assign(server, fresh());
    Element.prototype.scrollIntoView = vi.fn();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
      const json = (data: unknown) =>
        data === null ? new Response('Question not found', { status: 404 }) : new Response(JSON.stringify(data));
      if (path.startsWith('/question/getQuestionById/')) return json(server.question);
      if (path.startsWith('/post/getDeletedPosts')) return json(server.deleted);
      if (path.startsWith('/community/getCommunity/')) return json(server.community);
      if (path.startsWith('/question/getDuplicates/')) return json(server.linked);
      if (path.startsWith('/star/getStar/')) return json({ qid: 'q', starred: false });
      server.calls.push(`${method} ${path} ${body}`);
      if (!server.reply) return new Response('The site is busy, please try again', { status: 503 });
      return json(await server.reply(path, JSON.parse(String(body)) as Record<string, string>));
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

let edit: CacheEditor;
let mutate: ScopedMutator;
function Editor() {
  edit = useCacheEditor();
  mutate = useSWRConfig().mutate;
  return null;
}

/** As after a reconnect. */
export const refetch = () => act(() => mutate(() => true));

/** Opens the question's page as this user. */
export async function show(username = 'ann', address = '/question/q', isAdministrator = false) {
  const router = createMemoryRouter([{ path: routes.question.pattern, element: <QuestionPage /> }, { path: '*' }], {
    initialEntries: [address],
  });
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false, dedupingInterval: 0 }}>
      <UserContext value={{ _id: 'u', username, dateJoined: '', biography: '', isAdministrator }}>
        <Editor />
        <RouterProvider router={router} />
      </UserContext>
    </SWRConfig>,
  );
  await screen.findByRole('heading', { level: 1 });
  return router;
}

export const event = <Args extends unknown[]>(handler: (edit: CacheEditor, ...args: Args) => void, ...args: Args) =>
  act(async () => handler(edit, ...args));

export const post = (name: string) => screen.getByText(`Text of ${name}`).closest('article') as HTMLElement;
export const order = () => screen.queryAllByText(/^Text of/).map((element) => element.textContent?.slice(8));
export const button = (name: string | RegExp, within_ = document.body) => within(within_).getByRole('button', { name });
export const user = userEvent.setup();
/** Clicks what shows a part that is loaded first: React goes on with it only within an `act` that is awaited. */
export const load = (element: HTMLElement) => act(() => user.click(element));
