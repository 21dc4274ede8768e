import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Question } from '../../../api/generated';
import { routes } from '../../../lib/routes';
import { UserContext } from '../../../lib/session';
import QuestionPage from './QuestionPage';

// What is loaded when it is wanted, of a server that cannot be reached or has another version since.
vi.mock('./EditText', () => Promise.reject(new TypeError('no network')));
vi.mock('./DuplicatePanel', () => Promise.reject(new TypeError('no network')));

const time = '2026-11-21T00:00:00.000Z';
const votes = { upVotes: [], downVotes: [], score: 0 };
const question: Question = {
  ...votes,
  _id: 'q',
  title: 'Why?',
  text: 'Because.',
  tags: [],
  answers: [{ ...votes, _id: 'one', text: 'An answer', ansBy: 'ann', ansDateTime: time, comments: [] }],
  askedBy: 'ann',
  askDateTime: time,
  views: [],
  comments: [{ _id: 'c', text: 'A remark', commentBy: 'ann', commentDateTime: time }],
  viewCount: 1,
  answerCount: 1,
};

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.startsWith('/question/getQuestionById/') ? question : []),
  );
  const router = createMemoryRouter([{ path: routes.question.pattern, element: <QuestionPage /> }], {
    initialEntries: ['/question/q'],
  });
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <UserContext value={{ _id: 'u', username: 'ann', dateJoined: '', biography: '' }}>
        <RouterProvider router={router} />
      </UserContext>
    </SWRConfig>,
  );
  await screen.findByRole('heading', { name: 'Why?' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Clicks the buttons inside, one after the other. */
const press = async (inside: HTMLElement, ...names: string[]) => {
  for (const name of names) await act(() => userEvent.click(within(inside).getByRole('button', { name })));
};

it.each([
  ['the editor of an answer', () => press(screen.getByRole('article'), 'Edit')],
  [
    'the editor of a comment',
    () => press(screen.getByRole('region', { name: 'Question' }), 'Show Comments', 'Edit comment'),
  ],
  ['the panel for duplicates', () => press(screen.getByRole('region', { name: 'Question' }), 'Mark as duplicate')],
])('leaves the question standing when %s cannot be loaded', async (_, open) => {
  await open();
  expect(await screen.findByText('This part of the site could not be loaded')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Why?' })).toBeVisible();
});
