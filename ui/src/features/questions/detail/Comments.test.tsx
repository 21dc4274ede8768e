import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { asked, button, load, server, show, time, user, withPage } from '../../../testing/questionPage';

withPage();

describe('comments', () => {
  it('are opened at the one that the address names', async () => {
    await show('ann', '/question/q#c');
    const comment = document.getElementById('c') as HTMLElement;
    expect(comment).toHaveTextContent(asked.comments[0]?.text as string);
    expect(comment).toHaveFocus();
    expect(comment.className).toMatch(/highlighted/);
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledTimes(1);
    expect(screen.getAllByRole('button', { name: 'Hide Comments' })).toHaveLength(1);
  });

  it('are added with Ctrl+Enter', async () => {
    await show();
    await user.click(screen.getAllByRole('button', { name: 'Show Comments' })[0] as HTMLElement);
    const field = screen.getByLabelText('Comment');
    expect(field).not.toHaveFocus();
    server.reply = null;
    await user.type(field, 'Thanks{Control>}{Enter}{/Control}');
    expect(await screen.findByText('The site is busy, please try again')).toBeVisible();
    expect(field).toHaveValue('Thanks');
    server.reply = (_, { comment }) => {
      const { text } = comment as unknown as { text: string };
      server.question = {
        ...asked,
        comments: [...asked.comments, { _id: 'd', text, commentBy: 'ann', commentDateTime: time }],
      };
      return {};
    };
    await user.click(button('Add Comment'));
    expect(await screen.findByText('Thanks')).toBeVisible();
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
    expect(screen.getByText('2')).toBeVisible();
  });

  it('are stored once though the reply was lost, and twice when they are written twice', async () => {
    await show();
    await user.click(screen.getAllByRole('button', { name: 'Show Comments' })[0] as HTMLElement);
    const sent: unknown[] = [];
    let isLost = true;
    server.reply = (_, { comment }) => {
      sent.push(comment);
      if (isLost) throw new TypeError('Failed to fetch');
      return {};
    };
    const field = screen.getByLabelText('Comment');
    await user.type(field, 'Thanks{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Error while creating a new comment for the question')).toBeVisible();
    isLost = false;
    await user.click(button('Add Comment'));
    await waitFor(() => expect(field).toHaveValue(''));
    await user.type(field, 'Thanks{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent).toHaveLength(3));
    const [first, again, another] = sent;
    const comment = { text: 'Thanks', commentBy: 'u', nonce: expect.stringMatching(/^\d{16,48}$/) };
    expect(sent).toEqual([comment, comment, comment]);
    expect(again).toEqual(first);
    expect(another).not.toEqual(first);
  });

  it('hide the error of a comment once it is changed', async () => {
    await show();
    await user.click(screen.getAllByRole('button', { name: 'Show Comments' })[0] as HTMLElement);
    await user.click(button('Add Comment'));
    expect(screen.getByText('Comment text cannot be empty')).toBeVisible();
    await user.type(screen.getByLabelText('Comment'), 'T');
    expect(screen.queryByText('Comment text cannot be empty')).toBeNull();
    await load(button('Edit comment'));
    const field = await screen.findByRole('textbox', { name: 'Edit comment' });
    await user.clear(field);
    await user.click(button('Save'));
    expect(screen.getByText('Comment text cannot be empty')).toBeVisible();
    await user.type(field, 'T');
    expect(screen.queryByText('Comment text cannot be empty')).toBeNull();
  });

  it('are written from where their words start', async () => {
    await show();
    await user.click(screen.getAllByRole('button', { name: 'Show Comments' })[0] as HTMLElement);
    expect(screen.getByLabelText('Comment')).toHaveAttribute('dir', 'auto');
    await load(button('Edit comment'));
    expect(await screen.findByRole('textbox', { name: 'Edit comment' })).toHaveAttribute('dir', 'auto');
  });

  it('keep the text that is typed while the previous comment is being sent', async () => {
    await show();
    await user.click(screen.getAllByRole('button', { name: 'Show Comments' })[0] as HTMLElement);
    const field = screen.getByLabelText('Comment');
    let send = (_: unknown) => {};
    server.reply = () =>
      new Promise((resolve) => {
        send = resolve;
      });
    await user.type(field, 'Thanks{Control>}{Enter}{/Control}, all');
    await act(async () => send({}));
    await waitFor(() => expect(button('Add Comment')).toHaveAttribute('aria-disabled', 'false'));
    expect(field).toHaveValue('Thanks, all');
  });
});
