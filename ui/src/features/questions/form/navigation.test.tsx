import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { routes } from '../../../lib/routes';
import { UserContext } from '../../../lib/session';
import { installFakeServer } from '../../../testing/fakeServer';
import EditQuestionPage from './EditQuestionPage';
import NewAnswerPage from './NewAnswerPage';
import NewQuestionPage from './NewQuestionPage';

const fakeServer = installFakeServer();

const question = { _id: 'q', title: 'Why?', text: 'Because.', tags: [{ name: 'greek' }], askedBy: 'ann', answers: [] };

let reply: () => void;

beforeEach(() => {
  localStorage.clear();
  fakeServer.on(
    [
      'GET /question/getQuestionById/*',
      'POST /question/getSimilarQuestions',
      'GET /tag/getTagsWithQuestionNumber',
      'GET /community/getAllCommunities',
      '* /question/*Question',
      'POST /answer/addAnswer',
    ],
    ({ url: path, method }) => {
      if (method === 'GET' || path.includes('Similar')) {
        return Promise.resolve(new Response(JSON.stringify(path.includes('ById') ? question : [])));
      }
      return new Promise((resolve) => {
        reply = () => resolve(new Response('{"_id":"new"}'));
      });
    },
  );
});
afterEach(() => {
  history.replaceState(null, '', '/');
});

/**
 * Opens a form, fills it in and sends it. The pages compare addresses of the window, which only a
 * browser router changes.
 */
async function send(address: string, label: string, button: string) {
  history.replaceState(null, '', address);
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <UserContext
        value={{ _id: 'u', username: 'ann', dateJoined: '', biography: '', questionCount: 0, answerCount: 0 }}
      >
        <BrowserRouter>
          <Link to="/tags">Tags</Link>
          <Routes>
            <Route path={routes.newAnswer.pattern} element={<NewAnswerPage />} />
            <Route path={routes.newQuestion.pattern} element={<NewQuestionPage />} />
            <Route path={routes.editQuestion.pattern} element={<EditQuestionPage />} />
            <Route path="*" element={<h1>Elsewhere</h1>} />
          </Routes>
        </BrowserRouter>
      </UserContext>
    </SWRConfig>,
  );
  await userEvent.type(await screen.findByLabelText(label), 'What I say');
  // A new question needs tags too. An edited one has them already.
  if (address === '/new/question') {
    await userEvent.type(screen.getByLabelText('Question Text*'), 'Really');
    await userEvent.type(screen.getByLabelText('Tags*'), 'greek');
  }
  await userEvent.click(screen.getByRole('button', { name: button }));
}

it.each([
  ['/new/answer/q', 'Answer Text*', 'Post Answer', '/question/q#new'],
  ['/new/question', 'Question Title*', 'Post Question', '/questionPage?showStreakPopup=true'],
  ['/edit/question/q', 'Question Text*', 'Save Question', '/question/q'],
])('%s: the reply navigates only while its form is open', async (address, label, button, next) => {
  const shown = () => location.pathname + location.search + location.hash;
  await send(address, label, button);
  await act(async () => reply());
  await screen.findByText('Elsewhere');
  expect(shown()).toBe(next);
  cleanup();

  await send(address, label, button);
  await userEvent.click(screen.getByRole('link', { name: 'Tags' }));
  await act(async () => reply());
  expect(shown()).toBe('/tags');
  expect(localStorage).toHaveLength(0);
});
