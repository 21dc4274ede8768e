/** The page of a question with a fake server: shared by the tests of its parts. */

import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ScopedMutator, useSWRConfig } from 'swr';
import { afterEach, beforeEach, vi } from 'vitest';
import type {
  Answer,
  DeletedPost,
  LinkedQuestion,
  News,
  Question,
  QuestionCard,
  QuestionPermissions,
  Removal,
} from '../api/generated';
import QuestionPage from '../features/questions/detail/QuestionPage';
import { routes } from '../lib/routes';
import { type CacheEditor, useCacheEditor } from '../lib/useCacheEditor';
import { installFakeServer } from './fakeServer';
import { renderApp, untilDrawn } from './renderApp';

const fakeServer = installFakeServer();

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

/** The data of the server, and its response to mutating calls. Without one it rejects them. */
type Server = {
  question: Question | null;
  community: Record<string, unknown>;
  /** The communities of the viewer, and all. */
  communities: Record<string, unknown>[];
  deleted: DeletedPost[];
  removals: Removal[];
  linked: LinkedQuestion[];
  /** Null if the call fails. */
  related: QuestionCard[] | null;
  news: News[];
  /** What the viewer may do. Null if the call fails. */
  permissions: QuestionPermissions | null;
  calls: string[];
  reply: ((path: string, body: Record<string, string>) => unknown) | null;
};
const fresh = (): Server => ({
  question: asked,
  community: { _id: 'c1', name: 'Columns', visibility: 'private', isMember: true, archived: false },
  communities: [],
  deleted: [],
  removals: [],
  linked: [],
  related: [],
  news: [],
  permissions: {
    mayAnswer: true,
    mayRespond: true,
    undoable: { pins: [], mayUndoMove: false, mayUndoMerge: false },
  },
  calls: [],
  reply: () => ({}),
});
export const server = fresh();

/** Starts each test with the same question and server. */
export function withPage() {
  beforeEach(() => {
    localStorage.clear();
    Object.assign(server, fresh());
    Element.prototype.scrollIntoView = vi.fn();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeServer.on(
      [
        '* /question/*',
        '* /answer/*',
        '* /comment/*',
        '* /post/*',
        '* /following/*',
        '* /moderation/*',
        'GET /community/getCommunity/*',
        'GET /community/getAllCommunities*',
        'GET /star/getStar/*',
        'POST /administration/removePost',
        'POST /administration/restorePost',
        'GET /administration/getRemovals',
      ],
      async ({ url: path, method, body }) => {
        const json = (data: unknown) =>
          data === null ? new Response('Question not found', { status: 404 }) : new Response(JSON.stringify(data));
        if (path.startsWith('/question/getQuestionById/')) return json(server.question);
        if (path.startsWith('/post/getDeletedPosts')) return json(server.deleted);
        if (path.startsWith('/administration/getRemovals')) return json(server.removals);
        if (path.startsWith('/community/getCommunity/')) return json(server.community);
        if (path.startsWith('/community/getAllCommunities')) return json(server.communities);
        if (path.startsWith('/question/getDuplicates/')) return json(server.linked);
        if (path.startsWith('/question/getRelatedQuestions/')) return json(server.related);
        if (path.startsWith('/question/getPermissions/')) return json(server.permissions);
        if (path.startsWith('/following/getNews')) return json(server.news);
        if (path.startsWith('/following/getFollow'))
          return json({ kind: 'question', object: 'q', state: 'normal', watchers: 0 });
        if (path.startsWith('/moderation/getSanctions')) return json([]);
        if (path.startsWith('/star/getStar/')) return json({ qid: 'q', starred: false });
        server.calls.push(`${method} ${path} ${body}`);
        if (!server.reply) return new Response('The site is busy, please try again', { status: 503 });
        return json(await server.reply(path, JSON.parse(String(body)) as Record<string, string>));
      },
    );
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

/** Fetches everything again, like a reconnect. */
export const refetch = () => act(() => mutate(() => true));

/** Opens the question's page as this user. */
export async function show(username = 'ann', address = '/question/q', isAdministrator = false) {
  const { router } = renderApp([{ path: routes.question.pattern, element: <QuestionPage /> }, { path: '*' }], {
    address: address,
    user: { username, isAdministrator, ...(username === '' && { _id: '' }) },
    beside: <Editor />,
  });
  await screen.findByRole('heading', { level: 1 });
  await untilDrawn();
  return router;
}

export const event = <Args extends unknown[]>(handler: (edit: CacheEditor, ...args: Args) => void, ...args: Args) =>
  act(async () => handler(edit, ...args));

export const post = (name: string) => screen.getByText(`Text of ${name}`).closest('article') as HTMLElement;
export const order = () => screen.queryAllByText(/^Text of/).map((element) => element.textContent?.slice(8));
export const button = (name: string | RegExp, within_ = document.body) => within(within_).getByRole('button', { name });
export const user = userEvent.setup();
/** Clicks an element that loads a module first. React continues only within an awaited `act`. */
export const load = (element: HTMLElement) => act(() => user.click(element));
