import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CommunityCard, QuestionCard, TagCount } from '../api/generated';
import { installFakeServer, listResponse } from '../testing/fakeServer';
import { renderApp } from '../testing/renderApp';
import PublicHomePage from './PublicHomePage';

const fakeServer = installFakeServer();

const card = (number: number) =>
  ({
    _id: `q${number}`,
    title: `Question ${number}`,
    text: '',
    tags: [],
    askedBy: 'ann',
    askDateTime: '2026-11-21T00:00:00.000Z',
    answerCount: 0,
    viewCount: 0,
    score: 0,
  }) as Partial<QuestionCard>;

it('shows the newest questions, tags and public communities, and leads to all of them', async () => {
  fakeServer.on('GET /question/getQuestion', () =>
    listResponse(Array.from({ length: 12 }, (_, number) => card(number))),
  );
  fakeServer.on('GET /tag/getTagsWithQuestionNumber', () =>
    listResponse([{ _id: 't', name: 'ink', description: '', qcnt: 2 } satisfies Partial<TagCount>]),
  );
  fakeServer.on('GET /community/getAllCommunities', () =>
    listResponse([
      { _id: 'a', name: 'Scribes', visibility: 'public', memberCount: 3 },
      { _id: 'b', name: 'Hidden', visibility: 'private', memberCount: 1 },
    ] satisfies Partial<CommunityCard>[]),
  );
  renderApp(<PublicHomePage />);
  expect(await screen.findByRole('link', { name: 'Question 9' })).toHaveAttribute('href', '/question/q9');
  expect(screen.queryByRole('link', { name: 'Question 10' })).toBeNull();
  expect(screen.getByRole('link', { name: '12 questions' })).toHaveAttribute('href', '/questionPage');
  expect(await screen.findByRole('link', { name: 'ink' })).toHaveAttribute('href', '/home?tag=ink');
  const community = await screen.findByRole('link', { name: 'Scribes' });
  expect(within(community.closest('li') as HTMLElement).getByText('3 members')).toBeVisible();
  expect(screen.queryByText('Hidden')).toBeNull();
  expect(screen.getByRole('link', { name: 'All Communities' })).toHaveAttribute('href', '/communities/all');
});

it('shows no headings above what is not there', async () => {
  for (const path of ['/question/getQuestion', '/tag/getTagsWithQuestionNumber', '/community/getAllCommunities'])
    fakeServer.on(`GET ${path}`, () => listResponse([]));
  renderApp(<PublicHomePage />);
  expect(await screen.findByRole('link', { name: '0 questions' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: /Tags|Communities/ })).toBeNull();
});
