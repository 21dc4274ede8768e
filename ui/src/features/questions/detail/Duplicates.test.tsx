import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { LinkedQuestion } from '../../../api/generated';
import { button, load, server, show, user, withPage } from '../../../testing/questionPage';
import { parseQuestionId } from './parseQuestionId';

withPage();

describe('duplicates', () => {
  const original: LinkedQuestion = {
    _id: 'o',
    title: 'Why, then?',
    answerCount: 1,
    score: 0,
    accepted: true,
    closed: false,
    linkedBy: 'ben',
    duplicate: 'original',
    mayUnlink: true,
  };

  it('are listed, and removed by permitted users', async () => {
    server.linked = [original, { ...original, _id: 'p', title: 'Why again?', duplicate: 'copy', mayUnlink: false }];
    await show();
    expect(await screen.findByRole('link', { name: 'Why, then?' })).toHaveAttribute('href', '/question/o');
    expect(screen.getByText('Possible duplicate of:')).toBeVisible();
    expect(screen.getByText('Duplicates of this question:')).toBeVisible();
    server.reply = () => {
      server.linked = [];
      return [];
    };
    await user.click(button(/^Remove/));
    await waitFor(() => expect(screen.queryByText('Possible duplicate of:')).toBeNull());
    expect(screen.getByRole('heading', { name: 'Why?' })).toHaveFocus();
    expect(server.calls).toEqual(['DELETE /question/removeDuplicate {"qid":"q","duplicateOf":"o"}']);
  });

  it('are not said to be absent when they could not be searched', async () => {
    await show();
    await load(button('Mark as duplicate'));
    server.reply = null;
    await user.type(await screen.findByLabelText('Which question is the original?'), 'Why');
    expect(await screen.findByText('The site is busy, please try again')).toBeVisible();
    expect(screen.queryByText('No Questions Found')).toBeNull();
    server.reply = () => [];
    await user.click(button('Try again'));
    expect(await screen.findByText('No Questions Found')).toBeVisible();
  });

  it('are linked by an address or an id', async () => {
    await show();
    for (const text of [`${location.origin}/question/0123456789abc#x`, '/question/0123456789abc', '0123456789abc']) {
      await load(button('Mark as duplicate'));
      await user.type(await screen.findByLabelText('Which question is the original?'), text);
      server.reply = () => [original];
      await user.click(button('Link to this question'));
      expect(server.calls.at(-1)).toBe('POST /question/addDuplicate {"qid":"q","duplicateOf":"0123456789abc"}');
      await waitFor(() => expect(button('Mark as duplicate')).toHaveFocus());
    }
    expect(screen.getByRole('link', { name: 'Why, then?' })).toBeVisible();
  });

  it('are not linked by an address of another site', () => {
    expect(parseQuestionId('https://elsewhere.example/question/0123456789abc')).toBeNull();
    expect(parseQuestionId('//elsewhere.example/question/0123456789abc')).toBeNull();
  });
});
