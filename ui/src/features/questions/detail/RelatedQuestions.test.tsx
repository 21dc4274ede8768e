import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { QuestionCard } from '../../../api/generated';
import { server, show, time, withPage } from '../../../testing/questionPage';

withPage();

const card: QuestionCard = {
  _id: 'r',
  title: 'Why not?',
  text: '',
  truncated: false,
  tags: [],
  askedBy: 'ben',
  askDateTime: time,
  answerCount: 3,
  viewCount: 1,
  score: -1,
  starred: false,
  accepted: true,
  closed: false,
  isPrivate: false,
};

const section = () => screen.queryByRole('region', { name: 'Related questions' });

describe('related questions', () => {
  it('are listed with their answers and votes', async () => {
    server.related = [card];
    await show();
    const related = await screen.findByRole('region', { name: 'Related questions' });
    expect(within(related).getByRole('link', { name: 'Why not?' })).toHaveAttribute('href', '/question/r');
    expect(within(related).getByText('3 answers, ✓ accepted · -1 vote')).toBeVisible();
  });

  it('do not repeat the duplicates of the question', async () => {
    const { _id, title, answerCount, score, accepted, closed } = card;
    server.linked = [
      { _id, title, answerCount, score, accepted, closed, linkedBy: 'ben', duplicate: 'original', mayUnlink: false },
    ];
    server.related = [card, { ...card, _id: 's', title: 'Why so?' }];
    await show();
    expect(await screen.findByRole('link', { name: 'Why so?' })).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Why not?' })).toHaveLength(1);
  });

  it.each([
    ['there are none', []],
    ['they cannot be fetched', null],
  ])('are left out if %s', async (_, related) => {
    server.related = related;
    await show();
    expect(await screen.findByText('Because.')).toBeVisible();
    expect(section()).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
