import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { installFakeServer, rejection } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import NewQuestionPage from './NewQuestionPage';

const fakeServer = installFakeServer();

const similar = { _id: 'old', title: 'How do columns stand?', answerCount: 1, accepted: true, closed: false };

const community = { _id: 'c1', name: 'Columns', visibility: 'private', isMember: true, archived: false };

let mine: unknown[];
let posted: unknown[];
let nonces: string[];
let asked: string[];
let reply: () => Promise<Response>;

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  localStorage.clear();
  posted = [];
  nonces = [];
  asked = [];
  reply = async () => new Response('{"_id":"q"}');
  fakeServer.on(
    ['GET /community/getCommunity/*', 'GET /tag/getTagsWithQuestionNumber', 'POST /question/addQuestion'],
    async ({ url: path, ...init }) => {
      if (init.method !== 'POST') {
        asked.push(path);
        if (path.startsWith('/community/')) return new Response(JSON.stringify(community));
        return new Response('[]');
      }
      const { nonce, ...body } = JSON.parse(String(init.body));
      posted.push(body);
      nonces.push(nonce);
      return reply();
    },
  );
  mine = [];
  fakeServer.on('GET /community/getAllCommunities', () => mine);
  fakeServer.on('POST /question/getSimilarQuestions', () => [similar]);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const similarRequests = () => fakeServer.requests.filter(({ path }) => path === '/question/getSimilarQuestions');
const drafts = () => similarRequests().map(({ body }) => JSON.parse(String(body)));

function show(address = '/new/question') {
  const user = { _id: 'u', username: 'ann', dateJoined: '', biography: '' };
  const { router } = renderApp(
    [
      { path: '/new/question', element: <NewQuestionPage /> },
      { path: '*', element: <h1>Elsewhere</h1> },
    ],
    { address: address, user, swr: { dedupingInterval: 2000 } },
  );
  return router;
}

async function fill() {
  await userEvent.type(screen.getByLabelText('Question Title*'), 'Why do columns stand?');
  await userEvent.type(screen.getByLabelText('Question Text*'), 'Really');
  await userEvent.type(screen.getByLabelText('Tags*'), 'greek Stone greek');
}

const question = {
  title: 'Why do columns stand?',
  text: 'Really',
  tags: [{ name: 'greek' }, { name: 'Stone' }],
  askedBy: 'u',
};

describe('asking a question', () => {
  it('in a community that is chosen in the form takes the text along', async () => {
    mine = [community, { ...community, _id: 'c2', name: 'Arches', archived: true }];
    const router = show();
    await fill();
    const select = await screen.findByRole('combobox', { name: 'Community' });
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['None: everyone will see it', 'Columns']);
    await userEvent.selectOptions(select, 'Columns');
    expect(router.state.location.search).toBe('?communityId=c1');
    expect(await screen.findByText(/only its members will see/)).toBeVisible();
    expect(screen.getByLabelText('Question Title*')).toHaveValue('Why do columns stand?');
    await userEvent.click(screen.getByRole('button', { name: 'Post Question' }));
    await waitFor(() => expect(posted).toEqual([{ ...question, communityId: 'c1' }]));
    await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('draft'))).toEqual([]));
  });

  it('leaves a text where it is when a draft waits in the chosen community', async () => {
    mine = [community];
    localStorage.setItem('draft u question in c1\n1', JSON.stringify({ fields: { title: 'Waiting' }, at: 1 }));
    show();
    await fill();
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Community' }), 'Columns');
    await waitFor(() => expect(screen.getByLabelText('Question Title*')).toHaveValue('Waiting'));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Community' }), 'None: everyone will see it');
    await waitFor(() => expect(screen.getByLabelText('Question Title*')).toHaveValue('Why do columns stand?'));
  });

  it('offers no community to those who are in none', async () => {
    show();
    await waitFor(() => expect(fakeServer.requests.some(({ path }) => path.includes('getAllCommunities'))).toBe(true));
    expect(screen.queryByRole('combobox', { name: 'Community' })).toBeNull();
  });

  it('posts once, with Ctrl+Enter from any field, and goes to the list', async () => {
    let release = () => {};
    reply = () => new Promise((resolve) => (release = () => resolve(new Response('{"_id":"q"}'))));
    const router = show();
    await fill();
    await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}');
    await userEvent.click(screen.getByRole('button', { name: 'Post Question' }));
    release();
    await screen.findByText('Elsewhere');
    expect(posted).toEqual([question]);
    expect(router.state.location).toMatchObject({ pathname: '/questionPage', search: '?showStreakPopup=true' });
    expect(localStorage).toHaveLength(0);
  });

  it('takes nothing that would be lost while it is being sent', async () => {
    let refuse = () => {};
    reply = () => new Promise((resolve) => (refuse = () => resolve(new Response('Busy', { status: 503 }))));
    show();
    await fill();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const tags = screen.getByLabelText('Tags*');
    expect(tags).toHaveFocus();
    for (const label of ['Question Title*', 'Question Text*', 'Tags*']) {
      await userEvent.type(screen.getByLabelText(label), 'x');
    }
    expect(screen.getByLabelText('Question Title*')).toHaveValue('Why do columns stand?');
    expect(screen.getByLabelText('Question Text*')).toHaveValue('Really');
    expect(tags).toHaveValue('greek Stone greek');
    refuse();
    await screen.findByText('Busy');
    await userEvent.type(tags, 'x');
    expect(tags).toHaveValue('greek Stone greekx');
  });

  it('inside a community sends it along and goes back there', async () => {
    const router = show('/new/question?communityId=c1');
    await fill();
    await userEvent.click(screen.getByRole('button', { name: 'Post Question' }));
    await screen.findByText('Elsewhere');
    expect(posted).toEqual([{ ...question, communityId: 'c1' }]);
    expect(router.state.location.pathname).toBe('/communities/c1');
  });

  it('in a community shows who will see it, and whether the viewer may ask', async () => {
    show('/new/question?communityId=c1');
    const link = await screen.findByRole('link', { name: 'Columns' });
    expect(link).toHaveAttribute('href', '/communities/c1');
    expect(link.parentElement).toHaveTextContent('only its members will see your question');
    expect(screen.queryByText('Please join the community to ask a question.')).toBeNull();
  });

  it('informs outsiders of a community before they write', async () => {
    community.isMember = false;
    show('/new/question?communityId=c1');
    expect(await screen.findByText('Please join the community to ask a question.')).toBeVisible();
    expect(screen.getByText('You can join it here:')).toHaveTextContent('Columns');
    expect(screen.getByRole('link', { name: 'Columns' })).toHaveAttribute('href', '/communities/c1');
    community.isMember = true;
  });

  it('keeps a draft for each community', async () => {
    const router = show('/new/question?communityId=c1');
    await userEvent.type(screen.getByLabelText('Question Title*'), 'Inside');
    await act(() => router.navigate('/new/question'));
    expect(screen.getByLabelText('Question Title*')).toHaveValue('');
    await act(() => router.navigate('/new/question?communityId=c1'));
    expect(screen.getByLabelText('Question Title*')).toHaveValue('Inside');
  });

  it('is outside of every community when the address names none', async () => {
    show('/new/question?communityId=');
    await fill();
    await userEvent.click(screen.getByRole('button', { name: 'Post Question' }));
    await screen.findByText('Elsewhere');
    expect(posted).toEqual([question]);
  });

  it('keeps everything when the server refuses', async () => {
    reply = async () => new Response('Please log in', { status: 401 });
    show();
    await fill();
    await userEvent.click(screen.getByRole('button', { name: 'Post Question' }));
    expect(await screen.findByText('Please log in')).toBeVisible();
    expect(screen.getByLabelText('Question Text*')).toHaveValue('Really');
    await waitFor(() => expect(localStorage).toHaveLength(1));
    reply = async () => new Response('{"_id":"q"}');
    await userEvent.click(screen.getByRole('button', { name: 'Post Question' }));
    await screen.findByText('Elsewhere');
    expect(posted).toHaveLength(2);
  });

  it('is retried with the same idempotency key while its content is the same', async () => {
    reply = () => Promise.reject(new TypeError('Failed to fetch'));
    show();
    await fill();
    const send = () => userEvent.click(screen.getByRole('button', { name: 'Post Question' }));
    await send();
    expect(await screen.findByText('Error while creating a new question')).toBeVisible();
    await send();
    await userEvent.type(screen.getByLabelText('Question Text*'), '?');
    await send();
    expect(nonces[1]).toBe(nonces[0]);
    expect(nonces[2]).not.toBe(nonces[0]);
  });

  it('says nothing more of a field once it is changed', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Post Question' }));
    expect(screen.getByText('Title cannot be empty')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Question Title*'), 'W');
    expect(screen.queryByText('Title cannot be empty')).toBeNull();
    expect(screen.getByLabelText('Question Title*')).toHaveAttribute('aria-invalid', 'false');
    expect(screen.getByText('Question text cannot be empty')).toBeVisible();
  });

  it('shows similar questions once there is something to compare', async () => {
    show();
    await userEvent.type(screen.getByLabelText('Question Title*'), 'Why?!');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(similarRequests()).toEqual([]);
    await userEvent.type(screen.getByLabelText('Question Title*'), ' Columns & roofs');
    const link = await screen.findByRole('link', { name: /^How do columns stand\?.*opens in a new tab/ });
    expect(link).toHaveAttribute('href', '/question/old');
    expect(link).toHaveAttribute('target', '_blank');
    expect(screen.getByText('1 answer, ✓ accepted')).toBeVisible();
    expect(screen.getByText('1 similar question')).toHaveAttribute('role', 'status');
    expect(drafts()).toEqual([{ title: 'Why?! Columns & roofs', tags: [], text: '' }]);
  });

  it('compares the text and the tags of the new question as well', async () => {
    show();
    await userEvent.type(screen.getByLabelText('Question Text*'), 'They carry roofs');
    await screen.findByRole('region', { name: 'Similar questions' });
    await userEvent.type(screen.getByLabelText('Tags*'), 'greek stone ');
    await waitFor(() =>
      expect(drafts().at(-1)).toEqual({ title: '', tags: ['greek', 'stone'], text: 'They carry roofs' }),
    );
    expect(drafts()).toHaveLength(2);
    await userEvent.clear(screen.getByLabelText('Question Text*'));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Similar questions' })).toBeNull());
    expect(drafts()).toHaveLength(2);
  });

  it('keeps the similar questions while newer ones are fetched, and when that fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    show();
    const title = screen.getByLabelText('Question Title*');
    await userEvent.type(title, 'Why columns?');
    const region = await screen.findByRole('region', { name: 'Similar questions' });
    fakeServer.on('POST /question/getSimilarQuestions', () => rejection(429));
    await userEvent.type(title, ' And roofs?');
    await waitFor(() => expect(drafts()).toHaveLength(2));
    await act(async () => undefined);
    expect(region).toBeVisible();
    expect(screen.queryByText('The site is busy, please try again')).toBeNull();
  });

  it('aborts the request for an older draft, silently', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    fakeServer.on('POST /question/getSimilarQuestions', ({ signal }) =>
      similarRequests().length > 1
        ? [similar]
        : new Promise((_, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason));
          }),
    );
    show();
    const title = screen.getByLabelText('Question Title*');
    await userEvent.type(title, 'Why columns?');
    await waitFor(() => expect(drafts()).toHaveLength(1));
    await userEvent.type(title, ' And roofs?');
    await screen.findByRole('region', { name: 'Similar questions' });
    expect(similarRequests().map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    expect(logged).not.toHaveBeenCalled();
  });

  it('focuses its first field when a draft is discarded', async () => {
    localStorage.setItem('draft u question', JSON.stringify({ title: 'Half' }));
    show();
    screen.getByRole('button', { name: 'Discard' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByLabelText('Question Title*')).toHaveValue('');
    expect(screen.getByLabelText('Question Title*')).toHaveFocus();
  });
});
