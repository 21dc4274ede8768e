import { act, render, screen } from '@testing-library/react';
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

let edit: CacheEditor;
function Editor() {
  edit = useCacheEditor();
  return null;
}

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(asked)));
});
afterEach(() => vi.unstubAllGlobals());

it('keeps what is written, and the title it answers, when the question is deleted meanwhile', async () => {
  const router = createMemoryRouter([{ path: routes.newAnswer.pattern, element: <NewAnswerPage /> }], {
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
  await act(async () => updated(edit, { ...asked, title: '[deleted]', text: '', answers: [], deletedAt: time }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Why?');
  expect(screen.queryByText('Show the question')).toBeNull();
  expect(screen.getByText('This question is deleted: it takes no new answers.')).toBeVisible();
  expect(screen.getByLabelText('Answer Text*')).toHaveValue('Since then.');
});
