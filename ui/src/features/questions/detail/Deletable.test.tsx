import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer, LinkedQuestion } from '../../../api/generated';
import {
  answer,
  asked,
  button,
  event,
  order,
  post,
  server,
  show,
  time,
  user,
  withPage,
} from '../../../testing/questionPage';
import * as cache from '../cache';

withPage();

describe('deleting', () => {
  const withoutTwo = { ...asked, answers: asked.answers.filter(({ _id }) => _id !== 'two'), answerCount: 1 };

  it('asks, leaves the way back in its place, and keeps the focus', async () => {
    await show();
    await user.click(button('Delete', post('two')));
    expect(button('Delete', post('two'))).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(button('Delete', post('two'))).toHaveFocus();
    expect(server.calls).toEqual([]);
    await user.click(button('Delete', post('two')));
    server.reply = () => {
      server.question = withoutTwo;
      return answer('two', 'ann');
    };
    await user.click(button('Delete', post('two')));
    await waitFor(() => expect(button('Undo')).toHaveFocus());
    expect(screen.getByText(/You deleted this answer/)).toBeVisible();
    expect(server.calls).toEqual(['DELETE /answer/deleteAnswer {"aid":"two"}']);
    server.reply = () => {
      server.question = asked;
      return answer('two', 'ann');
    };
    await user.click(button('Undo'));
    expect(await screen.findByText('Text of two')).toBeVisible();
    expect(order()).toEqual(['two', 'one']);
    expect(server.calls.at(-1)).toBe('POST /answer/undeleteAnswer {"aid":"two"}');
  });

  it('can be undone before its response, once its event has arrived', async () => {
    await show();
    await user.click(button('Delete', post('two')));
    let respond = (_: unknown) => {};
    server.reply = () => new Promise((resolve) => (respond = resolve));
    await user.click(button('Delete', post('two')));
    await event(cache.questionUpdated, withoutTwo);
    expect(button('Undo')).toHaveFocus();
    server.reply = () => answer('two', 'ann');
    await user.keyboard('{Enter}');
    await event(cache.questionUpdated, asked);
    await act(async () => respond(answer('two', 'ann')));
    expect(screen.getByText('Text of two')).toBeVisible();
    expect(server.calls.at(-1)).toBe('POST /answer/undeleteAnswer {"aid":"two"}');
  });

  it('of comments can be undone too, and shows errors', async () => {
    await show();
    await user.click(screen.getAllByRole('button', { name: 'Show Comments' })[0] as HTMLElement);
    server.reply = null;
    await user.click(button('Delete comment'));
    expect(await screen.findByText('The site is busy, please try again')).toBeVisible();
    server.reply = () => {
      server.question = { ...asked, comments: [] };
      return {};
    };
    await user.click(button('Delete comment'));
    await waitFor(() => expect(button('Undo')).toHaveFocus());
    expect(screen.getByText(/You deleted this comment/)).toBeVisible();
  });

  const withoutAnswer = { ...asked, answers: [asked.answers[1] as Answer], answerCount: 1 };

  it('by others says so to the reader, who does not learn whether it was deleted or hidden', async () => {
    await show();
    await event(cache.questionUpdated, withoutAnswer);
    expect(screen.getByText('This answer is no longer here.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('leads to the question with which this one may have been merged', async () => {
    const linked = { _id: 'other', title: 'Why so?', answerCount: 1, accepted: false, closed: false };
    server.linked = [{ ...linked, linkedBy: 'max1', duplicate: 'original', mayUnlink: false } as LinkedQuestion];
    await show();
    await event(cache.questionUpdated, withoutAnswer);
    const note = screen.getByText(/This answer is no longer here/);
    expect(note).toHaveTextContent('It may have moved to another question.');
    expect(within(note).getByRole('link', { name: 'another question' })).toHaveAttribute('href', '/question/other');
  });

  it('by others keeps an unsent comment for copying', async () => {
    await show('cleo');
    await user.click(button('Show Comments', post('one')));
    await user.type(within(post('one')).getByLabelText('Comment'), 'But why?');
    await event(cache.questionUpdated, { ...asked, answers: [asked.answers[1] as Answer], answerCount: 1 });
    expect(await screen.findByLabelText('You were writing:')).toHaveValue('But why?');
    await event(cache.questionUpdated, asked);
    expect(screen.queryByLabelText('You were writing:')).toBeNull();
  });

  it('of a question replaces the open page', async () => {
    await show('ben');
    await event(cache.questionUpdated, {
      ...asked,
      title: '[deleted]',
      text: '',
      answers: [],
      comments: [],
      deletedAt: time,
    });
    expect(screen.getByRole('heading', { name: 'This question was deleted.' })).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
    await event(cache.questionUpdated, asked);
    expect(screen.getByRole('heading', { name: 'Why?' })).toBeVisible();
  });

  it('of a question can be undone by its asker, later too', async () => {
    server.question = null;
    server.deleted = [{ _id: 'q', type: 'question', qid: 'q', title: 'Why?', text: '', deletedAt: time }];
    await show();
    expect(screen.getByRole('heading', { name: 'You deleted this question.' })).toBeVisible();
    server.reply = () => {
      server.question = asked;
      return asked;
    };
    await user.click(button('Undelete'));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Why?' })).toHaveFocus());
  });

  it('of a question is as if it had never been, to others', async () => {
    server.question = null;
    await show();
    expect(screen.getByRole('heading', { name: 'Question not found' })).toBeVisible();
  });

  it('of a question is over as soon as that is heard', async () => {
    server.question = null;
    await show('ben');
    expect(await screen.findByRole('heading', { name: 'Question not found' })).toBeVisible();
    server.question = asked;
    await event(cache.questionUpdated, asked);
    expect(await screen.findByRole('heading', { name: 'Why?' })).toBeVisible();
  });

  it('is remembered below the answers', async () => {
    server.deleted = [{ _id: 'x', type: 'answer', qid: 'q', title: 'Why?', text: 'Text of old', deletedAt: time }];
    await show();
    await user.click(await screen.findByText('You deleted 1 post here'));
    await user.click(button('Undelete'));
    const link = await screen.findByRole('link', { name: 'Show it' });
    await waitFor(() => expect(link).toHaveFocus());
    expect(server.calls).toEqual(['POST /answer/undeleteAnswer {"aid":"x"}']);
  });
});
