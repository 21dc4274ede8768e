import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ForYou as Found, Question, QuestionCard } from '../api/generated';
import { notifications } from '../features/preferences/notifications';
import { addNewQuestion } from '../features/questions/newQuestions';
import { site } from '../lib/site';
import { installFakeServer, listResponse } from '../testing/fakeServer';
import { renderApp } from '../testing/renderApp';
import HomePage from './HomePage';

const fakeServer = installFakeServer();

const card = (_id: string): QuestionCard => ({
  _id,
  title: `Title ${_id}`,
  text: 'Text',
  truncated: false,
  tags: [],
  askedBy: 'ben',
  askDateTime: '2026-11-21T00:00:00.000Z',
  answerCount: 0,
  viewCount: 0,
  score: 0,
  starred: false,
  accepted: false,
  closed: false,
  isPrivate: false,
});

const nothingForYou: Found = { tags: [], newQuestions: [], unanswered: [], hasAsked: true, hasAnswered: true };

let forYou: Found;
let tagged: QuestionCard[];
let requests: string[];

beforeEach(() => {
  [tagged, requests, forYou] = [[], [], nothingForYou];
  fakeServer.on('GET /question/getForYou', () => forYou);
  fakeServer.on(
    ['GET /question/getQuestion', 'GET /inbox/getEntries', 'GET /star/getStars', 'GET /community/getAllCommunities'],
    async ({ url: path }) => {
      requests.push(path);
      const items = path.startsWith('/question/getQuestion?') ? tagged : [];
      const headers = { 'x-total-count': String(items.length) };
      return new Response(JSON.stringify(items), { headers });
    },
  );
});
afterEach(() => {
  act(() => notifications.set('true'));
  localStorage.clear();
});

/** Some modules load first. */
const show = (address = '/home') =>
  act(async () => {
    renderApp([{ path: '/home', element: <HomePage /> }], { address: address, swr: { dedupingInterval: 2000 } });
  });

it('has three boxes, which say when there is nothing in them', async () => {
  await show();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent("ann's Home");
  const box = (name: string) => within(screen.getByRole('region', { name }));
  expect(await box('Notification Catch-up').findByText('No notifications yet!')).toBeVisible();
  expect(await box('Starred Posts').findByText('No starred questions yet!')).toBeVisible();
  expect(await box('My Communities').findByText('You are not part of any communities.')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'No Questions Found' })).toBeNull();
});

it('asks for no answers and comments when notifications are turned off', async () => {
  notifications.set('false');
  await show();
  expect(screen.getByText('Notifications are turned off.')).toBeVisible();
  await screen.findByText('No starred questions yet!');
  expect(requests.filter((path) => path.includes('/inbox/') && /kinds=.*response/.test(path))).toEqual([]);
  act(() => notifications.set('true'));
  expect(await screen.findByText('No notifications yet!')).toBeVisible();
});

describe('the questions for the viewer', () => {
  const region = (name: string) => within(screen.getByRole('region', { name }));
  const titles = (name: string) =>
    region(name)
      .queryAllByRole('article')
      .map((each) => within(each).getByRole('heading').textContent);

  it('are new or unanswered', async () => {
    forYou = {
      ...nothingForYou,
      tags: ['wallet', 'roof'],
      newQuestions: [card('a'), card('b')],
      unanswered: [card('c')],
    };
    await show();
    expect(await screen.findByText('wallet, roof')).toBeVisible();
    expect(titles('New for you')).toEqual(['Title a', 'Title b']);
    expect(titles('Unanswered you could answer')).toEqual(['Title c']);
  });

  it('are not there twice once they are starred', async () => {
    fakeServer.on('POST /star/addStar', ({ body }) => ({ ...JSON.parse(String(body)), starred: true }));
    forYou = { ...nothingForYou, tags: ['wallet'], newQuestions: [card('a'), card('b')] };
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Star: Title a' }));
    await waitFor(() => expect(titles('New for you')).toEqual(['Title b']));
  });

  it('lead on when there are none', async () => {
    await show();
    const isNew = await screen.findByRole('region', { name: 'New for you' });
    expect(within(isNew).getByRole('link', { name: 'Browse the tags' })).toHaveAttribute('href', '/tags');
    expect(screen.queryByRole('region', { name: 'Unanswered you could answer' }), 'without tags').toBeNull();
  });

  it('stay away from the questions with a tag', async () => {
    await show('/home?tag=none');
    await screen.findByRole('heading', { name: 'No Questions Found' });
    expect(screen.queryByRole('region', { name: 'New for you' })).toBeNull();
  });
});

describe('a newcomer', () => {
  it('sees what is on the site, no question twice, and communities to join', async () => {
    const lists: Record<string, string[]> = { newest: ['a', 'b'], unanswered: ['b', 'c'], votes: ['c', 'd'] };
    fakeServer.on('GET /question/getQuestion', ({ query }) =>
      listResponse((lists[query.get('order') ?? ''] ?? []).map((id) => ({ ...card(id), score: 1 }))),
    );
    const community = { _id: 'k', name: 'Columns', description: '', visibility: 'public', memberCount: 1 };
    fakeServer.on('GET /community/getAllCommunities', ({ query }) =>
      listResponse(query.get('member') ? [] : [community, { ...community, _id: 'm', name: 'Mine', isMember: true }]),
    );
    await show();
    const titles = (name: string) =>
      within(screen.getByRole('region', { name }))
        .getAllByRole('article')
        .map((each) => within(each).getByRole('heading').textContent);
    await waitFor(() => expect(titles('New on this site')).toEqual(['Title a', 'Title b']));
    await waitFor(() => expect(titles('Waiting for an answer')).toEqual(['Title c']));
    await waitFor(() => expect(titles('Most voted this week')).toEqual(['Title d']));
    const toJoin = within(await screen.findByRole('region', { name: 'Communities to join' }));
    expect(await toJoin.findByText('Columns')).toBeVisible();
    expect(toJoin.queryByText('Mine')).toBeNull();
  });

  it('is shown nothing of it once they have tags of their own', async () => {
    forYou = { ...nothingForYou, tags: ['wallet'] };
    await show();
    await screen.findByRole('region', { name: 'New for you' });
    expect(screen.queryByRole('region', { name: 'New on this site' })).toBeNull();
  });
});

describe('the steps of a new site', () => {
  const keys = ['firstSteps', 'title', 'signup', 'rules', 'privacy', 'contact'];
  const settings = (firstSteps: boolean) => keys.map((key) => ({ key, value: key === 'firstSteps' ? firstSteps : '' }));

  async function showTo(
    isAdministrator: boolean,
    firstSteps: boolean,
    health: () => unknown = () => ({ hasBaseUrl: false }),
    hasSettings = true,
  ) {
    if (hasSettings) fakeServer.on('GET /administration/getSettings', () => settings(firstSteps));
    fakeServer.on('GET /administration/getHealth', health);
    fakeServer.on('GET /administration/getUsers', () => listResponse([{ username: 'root1' }]));
    const user = { _id: 'u', username: 'root1', dateJoined: '', biography: '', isAdministrator };
    const element = (
      <Suspense>
        <HomePage />
      </Suspense>
    );
    await act(async () => void renderApp([{ path: '/home', element }], { address: '/home', user }));
    await act(() => vi.dynamicImportSettled());
  }
  const panel = () => screen.queryByRole('region', { name: 'Set up the site' });

  it('stand there for administrators', async () => {
    await showTo(true, true);
    await waitFor(() => expect(panel()).toHaveTextContent('To do: Set the address of the site'));
    expect(screen.getByRole('link', { name: 'Decide who may sign up' })).toHaveAttribute(
      'href',
      '/administration/settings#general-heading',
    );
  });

  it('stand there when the page appears, with what is done', async () => {
    let answer = () => {};
    const health = new Promise<{ hasBaseUrl: boolean }>((resolve) => {
      answer = () => resolve({ hasBaseUrl: true });
    });
    await showTo(true, true, () => health);
    expect(screen.queryByRole('heading', { name: "root1's Home" })).toBeNull();
    await act(async () => answer());
    await screen.findByRole('heading', { name: "root1's Home" });
    expect(panel()).toHaveTextContent('Done: Set the address of the site');
  });

  it('are missing if the settings cannot be fetched, and unknown without the rest', async () => {
    await showTo(true, true, () => {
      throw new Error('no disk');
    });
    await waitFor(() => expect(panel()).toHaveTextContent('To do: Give the site a title'));
    expect(panel()).not.toHaveTextContent('To do: Create a backup');
    cleanup();
    fakeServer.on('GET /administration/getSettings', () => new Response('', { status: 500 }));
    await showTo(true, true, undefined, false);
    expect(await screen.findByRole('heading', { name: "root1's Home" })).toBeVisible();
    expect(panel()).toBeNull();
  });

  it('are gone when they are dismissed, and for others', async () => {
    await showTo(true, false);
    expect(panel()).toBeNull();
    cleanup();
    await showTo(false, true);
    expect(panel()).toBeNull();
  });
});

describe('the first steps', () => {
  const steps = () => screen.queryByRole('region', { name: 'First steps' });

  it('lead a newcomer, and show what is done', async () => {
    forYou = { ...nothingForYou, hasAnswered: false };
    await show();
    expect(await screen.findByRole('link', { name: 'Answer one' })).toHaveAttribute(
      'href',
      '/questionPage?order=unanswered',
    );
    expect(screen.getByRole('link', { name: 'Introduce yourself' })).toHaveAttribute('href', '/user/ann');
    expect(screen.queryByRole('link', { name: 'Ask your first question' })).toBeNull();
    expect(steps()).toHaveTextContent('Ask your first question (done)');
  });

  it('disappear for who has asked and answered', async () => {
    await show();
    await screen.findByRole('region', { name: 'New for you' });
    expect(steps()).toBeNull();
  });

  it('offer an e-mail address once, if the site sends mail', async () => {
    site.features.mail = true;
    fakeServer.on('GET /user/getMailSettings', () => ({ isRefused: false }));
    forYou = { ...nothingForYou, hasAsked: false };
    await show();
    const offer = await screen.findByRole('link', { name: 'Hear when someone answers you' });
    expect(offer).toHaveAttribute('href', '/settings/account#mail');
    await userEvent.click(screen.getByRole('button', { name: 'No, thanks' }));
    expect(screen.queryByRole('link', { name: 'Hear when someone answers you' })).toBeNull();
    expect(steps()).toHaveTextContent('Answer one');
    site.features.mail = false;
  });

  it('can be put away', async () => {
    forYou = { ...nothingForYou, hasAsked: false };
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
    expect(steps()).toBeNull();
    expect(localStorage.getItem('stoa.firstSteps')).toBe('false');
  });
});

it('shows the questions with a tag in the chosen order, with Watch, and leads to all of them', async () => {
  tagged = ['a', 'b', 'c', 'd', 'e'].map(card);
  await show('/home?tag=c%2B%2B');
  expect(await screen.findAllByRole('article')).toHaveLength(5);
  expect(await screen.findByRole('button', { name: /^Watch this tag/ })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'c++' })).toBeVisible();
  expect(screen.getByRole('link', { name: '5 questions with this tag' })).toHaveAttribute(
    'href',
    '/questionPage?tag=c%2B%2B',
  );
  expect(requests).toContain('/question/getQuestion?order=newest&view=card&limit=20&search=%5Bc%2B%2B%5D');
  await userEvent.click(screen.getByRole('button', { name: 'Unanswered' }));
  expect(requests).toContain('/question/getQuestion?order=unanswered&view=card&limit=20&search=%5Bc%2B%2B%5D');
});

it('says when a tag has no questions', async () => {
  await show('/home?tag=none');
  expect(await screen.findByRole('heading', { name: 'No Questions Found' })).toBeVisible();
});

it('shows a new question with the tag at once', async () => {
  tagged = ['a', 'b'].map(card);
  await show('/home?tag=c%2B%2B');
  await screen.findByRole('link', { name: 'Title a' });
  const lists = { answers: [], views: [], upVotes: [], downVotes: [], comments: [] };
  const asked = (_id: string): Question => ({
    ...{ ...card(_id), ...lists, tags: [{ _id: 't', name: 'C++', description: '' }] },
  });
  act(() => addNewQuestion({ ...asked('other'), tags: [] }));
  act(() => addNewQuestion(asked('new')));
  const shown = () => screen.getAllByRole('article').map((each) => within(each).getByRole('heading').textContent);
  expect(shown()).toEqual(['Title new', 'Title a', 'Title b']);
  act(() => screen.getByRole('link', { name: 'Title b' }).focus());
  act(() => addNewQuestion(asked('newer')));
  expect(shown(), 'the focused card stays').toEqual(['Title new', 'Title a', 'Title b']);
  expect(screen.getByRole('button', { name: '1 new question – show' })).toBeVisible();
});
