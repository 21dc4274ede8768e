import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Follow, ForYou, QuestionCard } from '../../../api/generated';
import { installFakeServer, listResponse } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import ListRail from './ListRail';

const fakeServer = installFakeServer();

const card = (_id: string, answerCount = 0): QuestionCard => ({
  _id,
  title: `Title of ${_id}`,
  text: '',
  truncated: false,
  tags: [{ _id: 't', name: 'node', description: '' }],
  askedBy: 'ben',
  askDateTime: '2026-11-21T00:00:00.000Z',
  answerCount,
  viewCount: 1,
  score: 0,
  starred: false,
  accepted: false,
  closed: false,
  isPrivate: false,
});

let follows: Follow[];
let forYou: ForYou;

beforeEach(() => {
  follows = [];
  forYou = { tags: [], newQuestions: [], unanswered: [], hasAsked: true, hasAnswered: true };
  fakeServer.on('GET /following/getFollows', () => listResponse(follows));
  fakeServer.on('GET /question/getForYou', () => forYou);
});

const unanswered = () => screen.findByRole('region', { name: 'Unanswered you could answer' });

it('links to the questions with each watched tag, and to none that is muted', async () => {
  follows = [
    { kind: 'community', object: 'c1', name: 'Chess', state: 'watching' },
    { kind: 'tag', object: 'c++', name: 'c++', state: 'watching' },
    { kind: 'tag', object: 'java', name: 'java', state: 'muted' },
  ];
  renderApp(<ListRail shown={[]} />);
  const tags = await screen.findByRole('region', { name: 'Watched tags' });
  const hrefs = within(tags)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(['/questionPage?tag=c%2B%2B', '/tags']);
});

it('shows unanswered questions that the list does not show', async () => {
  forYou = { ...forYou, newQuestions: [card('new')], unanswered: [card('shown'), card('answered', 1), card('other')] };
  renderApp(<ListRail shown={[card('shown')]} />);
  const links = within(await unanswered()).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Title of other']);
});
