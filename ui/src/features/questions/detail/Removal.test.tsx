import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../../api/generated';
import { asked, button, event, refetch, server, show, time, user, withPage } from '../../../testing/questionPage';
import * as cache from '../cache';

withPage();

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});

describe('removing', () => {
  const removalReason = 'Nothing but advertising';

  it('is for administrators and requires a reason', async () => {
    await show('root1', undefined, true);
    await user.click(await screen.findByRole('button', { name: 'Remove question' }, { timeout: 5_000 }));
    const dialog = screen.getByRole('dialog', { name: 'Remove this question?' });
    await user.click(button('Remove', dialog));
    expect(screen.getByText('Reason cannot be empty')).toBeVisible();
    const reason = within(dialog).getByRole('textbox');
    expect(reason).toHaveFocus();
    expect(server.calls).toEqual([]);
    await user.type(reason, removalReason);
    await user.click(button('Remove', dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls).toEqual([`POST /administration/removePost {"id":"q","reason":"${removalReason}"}`]);
    expect(screen.getAllByRole('button', { name: 'Remove answer' })).toHaveLength(2);
  });

  it('is for moderators of the community too', async () => {
    server.question = { ...asked, communityId: 'c1' };
    server.community.isModerator = true;
    await show('mia');
    await user.click(await screen.findByRole('button', { name: 'Remove question' }, { timeout: 5_000 }));
    const dialog = screen.getByRole('dialog', { name: 'Remove this question?' });
    expect(dialog).toHaveTextContent('until a moderator of the community or a moderator of the site restores it');
    await user.type(within(dialog).getByRole('textbox'), removalReason);
    await user.click(button('Remove', dialog));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls).toEqual([`POST /post/removePost {"id":"q","reason":"${removalReason}"}`]);
  });

  it('by a moderator tells the author so', async () => {
    await show();
    const gone = { _id: 'two', type: 'answer', qid: 'q', title: 'Why?', text: '', deletedAt: time } as const;
    server.deleted = [{ ...gone, removalReason, byModerator: true }];
    await event(cache.questionUpdated, { ...asked, answers: [asked.answers[0] as Answer], answerCount: 1 });
    expect(await screen.findByText(/A moderator removed this answer/)).toBeVisible();
  });

  it('is not offered to others', async () => {
    await show();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  it('of an answer tells its author why, and others that it was deleted', async () => {
    await show();
    server.deleted = [
      { _id: 'two', type: 'answer', qid: 'q', title: 'Why?', text: '', deletedAt: time, removalReason },
    ];
    await event(cache.questionUpdated, { ...asked, answers: [asked.answers[0] as Answer], answerCount: 1 });
    expect(await screen.findByText(removalReason)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(screen.queryByText('This answer was deleted.')).toBeNull();
  });

  it('of a question tells its asker why, immediately and later', async () => {
    await show();
    server.deleted = [
      { _id: 'q', type: 'question', qid: 'q', title: 'Why?', text: '', deletedAt: time, removalReason },
    ];
    await event(cache.questionUpdated, {
      ...asked,
      title: '[deleted]',
      text: '',
      answers: [],
      comments: [],
      deletedAt: time,
    });
    expect(await screen.findByRole('heading', { name: 'This question was removed.' })).toBeVisible();
    expect(screen.getByText(removalReason)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undelete' })).toBeNull();
    server.question = null;
    await refetch();
    expect(screen.getByText(removalReason)).toBeVisible();
  });

  it('is listed among the deleted posts, without an undelete button', async () => {
    server.deleted = [
      { _id: 'x', type: 'answer', qid: 'q', title: 'Why?', text: 'Old', deletedAt: time, removalReason },
    ];
    await show();
    await user.click(await screen.findByText('1 deleted post of yours here'));
    expect(screen.getByText(removalReason)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undelete' })).toBeNull();
  });
});
