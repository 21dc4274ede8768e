import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { routes } from '../../../lib/routes';
import { type CacheEditor, useCacheEditor } from '../../../lib/useCacheEditor';
import { installFakeServer } from '../../../testing/fakeServer';
import { asked, time } from '../../../testing/questionPage';
import { renderApp } from '../../../testing/renderApp';
import { questionUpdated } from '../cache';
import NewAnswerPage from './NewAnswerPage';

const fakeServer = installFakeServer();

let posted: unknown;
let edit: CacheEditor;
function Editor() {
  edit = useCacheEditor();
  return null;
}

beforeEach(() => {
  localStorage.clear();
  fakeServer.on(['GET /question/getQuestionById/*', 'POST /answer/addAnswer'], async ({ method, body }) => {
    if (method === 'POST') posted = JSON.parse(String(body));
    return new Response(JSON.stringify(asked));
  });
});

/** Opens the form and writes an answer. */
async function write() {
  renderApp([{ path: routes.newAnswer.pattern, element: <NewAnswerPage /> }, { path: '*' }], {
    address: routes.newAnswer.to('q'),
    user: { username: 'ben' },
    beside: <Editor />,
    swr: { dedupingInterval: 2000 },
  });
  await userEvent.type(await screen.findByLabelText('Answer Text*'), 'Since then.');
}

it('keeps the text and the title of the question when the question is deleted meanwhile', async () => {
  await write();
  await act(async () =>
    questionUpdated(edit, { ...asked, title: '[deleted]', text: '', answers: [], deletedAt: time }),
  );
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Why?');
  expect(screen.queryByText('Show the question')).toBeNull();
  expect(screen.getByText('This question is deleted: it takes no new answers.')).toBeVisible();
  expect(screen.getByLabelText('Answer Text*')).toHaveValue('Since then.');
});

it('sends the author', async () => {
  await write();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() =>
    expect(posted).toEqual({ qid: 'q', ans: { text: 'Since then.', ansBy: 'u', nonce: expect.any(String) } }),
  );
});
