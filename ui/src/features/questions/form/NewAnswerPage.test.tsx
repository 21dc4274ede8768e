import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { routes } from '../../../lib/routes';
import { UserContext } from '../../../lib/session';
import { type CacheEditor, useCacheEditor } from '../../../lib/useCacheEditor';
import { updated } from '../cache';
import { asked, time } from '../detail/testing';
import NewAnswerPage from './NewAnswerPage';

let posted: unknown;
let edit: CacheEditor;
function Editor() {
  edit = useCacheEditor();
  return null;
}

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method === 'POST') posted = JSON.parse(String(body));
    return new Response(JSON.stringify(asked));
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Opens the form, and writes an answer. */
async function write() {
  const router = createMemoryRouter([{ path: routes.newAnswer.pattern, element: <NewAnswerPage /> }, { path: '*' }], {
    initialEntries: [routes.newAnswer.to('q')],
  });
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <UserContext value={{ _id: 'u', username: 'ben', dateJoined: '', biography: '' }}>
        <Editor />
        <RouterProvider router={router} />
      </UserContext>
    </SWRConfig>,
  );
  await userEvent.type(await screen.findByLabelText('Answer Text*'), 'Since then.');
}

it('keeps what is written, and the title it answers, when the question is deleted meanwhile', async () => {
  await write();
  await act(async () => updated(edit, { ...asked, title: '[deleted]', text: '', answers: [], deletedAt: time }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Why?');
  expect(screen.queryByText('Show the question')).toBeNull();
  expect(screen.getByText('This question is deleted: it takes no new answers.')).toBeVisible();
  expect(screen.getByLabelText('Answer Text*')).toHaveValue('Since then.');
});

it('says who answers', async () => {
  await write();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(posted).toEqual({ qid: 'q', ans: { text: 'Since then.', ansBy: 'u', nonce: expect.any(String) } }),
  );
});
