import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../api/generated';
import {
  answer,
  asked,
  button,
  event,
  load,
  post,
  server,
  show,
  time,
  user,
  withPage,
} from '../../../testing/questionPage';
import * as cache from '../cache';

withPage();

describe('editing', () => {
  const openEditor = async () => {
    await show();
    await load(button('Edit', post('two')));
    return screen.findByLabelText<HTMLTextAreaElement>('Edit answer');
  };

  it('survives events, and returns the focus', async () => {
    const field = await openEditor();
    expect(field).toHaveFocus();
    await user.type(field, ' and more');
    await event(cache.commentUpdated, { qid: 'q', type: 'answer', result: { ...answer('two', 'ann'), text: 'Other' } });
    expect(field).toHaveValue('Text of two and more');
    expect(screen.getByText(/^This was changed elsewhere/)).toBeVisible();
    await event(cache.commentUpdated, {
      qid: 'q',
      type: 'answer',
      result: { ...answer('two', 'ann'), text: 'Text of two' },
    });
    expect(screen.queryByText(/^This was changed elsewhere/)).toBeNull();
    await user.keyboard('{Escape}');
    expect(field).toBeInTheDocument();
    server.reply = (_, { text = '' }) => {
      server.question = { ...asked, answers: [{ ...answer('two', 'ann'), text, editedAt: time }] };
      return {};
    };
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Text of two and more')).toBeVisible();
    expect(server.calls).toEqual(['PATCH /answer/editAnswer {"aid":"two","text":"Text of two and more"}']);
    expect(screen.getByRole('link', { name: /^edited/ })).toHaveAttribute('href', '/question/q/history/two');
    expect(button('Edit', post('two and more'))).toHaveFocus();
  });

  it('warns if the base of a restored draft was changed elsewhere', async () => {
    await show();
    await load(button('Edit', post('two')));
    await user.type(await screen.findByLabelText('Edit answer'), ' and more');
    cleanup();
    server.question = { ...asked, answers: [{ ...answer('two', 'ann'), text: 'Text of another' }] };
    await show();
    await load(button('Edit', post('another')));
    const field = await screen.findByLabelText('Edit answer');
    expect(field).toHaveValue('Text of two and more');
    expect(screen.getByText(/^This was changed elsewhere/)).toBeVisible();
    await user.click(button('Discard'));
    expect(field).toHaveValue('Text of another');
    expect(screen.queryByText(/^This was changed elsewhere/)).toBeNull();
  });

  it('takes nothing that would be lost while it is being saved', async () => {
    const field = await openEditor();
    let send = (_: unknown) => {};
    server.reply = () =>
      new Promise((resolve) => {
        send = resolve;
      });
    await user.type(field, ' and more{Control>}{Enter}{/Control}, too late');
    expect(field).toHaveFocus();
    await user.click(button('Bold', field.closest('form') as HTMLElement));
    expect(field).toHaveValue('Text of two and more');
    await act(async () => send(null));
    await screen.findByText('Question not found');
    await user.type(field, '!');
    expect(field).toHaveValue('Text of two and more!');
  });

  it('closes when the answer is deleted meanwhile', async () => {
    await openEditor();
    server.deleted = [{ _id: 'two', type: 'answer', qid: 'q', title: 'Why?', text: '', deletedAt: time }];
    await event(cache.questionUpdated, { ...asked, answers: [asked.answers[0] as Answer], answerCount: 1 });
    expect(screen.queryByLabelText('Edit answer')).toBeNull();
    expect((await screen.findByText(/You deleted this answer/)).parentElement).toHaveFocus();
  });

  it('closes with Escape if nothing has changed, and keeps text that the server rejects', async () => {
    const field = await openEditor();
    server.reply = null;
    await user.clear(field);
    await user.click(button('Save'));
    expect(await screen.findByText('Answer text cannot be empty')).toBeVisible();
    await user.type(field, 'Changed');
    expect(screen.queryByText('Answer text cannot be empty')).toBeNull();
    await user.click(button('Save'));
    expect(await screen.findByText('The site is busy, please try again')).toBeVisible();
    expect(field).toHaveValue('Changed');
    await user.click(button('Cancel'));
    await load(button('Edit', post('two')));
    const again = await screen.findByLabelText('Edit answer');
    expect(again).toHaveValue('Text of two');
    // Part of an input method's composition, as Safari reports it.
    fireEvent.keyDown(again, { key: 'Escape', keyCode: 229 });
    expect(again).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByLabelText('Edit answer')).toBeNull();
  });
});
