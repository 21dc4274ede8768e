import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { asked, button, event, post, refetch, server, show, time, user, withPage } from '../../../testing/questionPage';
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
  HTMLElement.prototype.hidePopover = () => undefined;
});

const everything = { mayAnswer: true, mayRespond: true };

/** Chooses an action in the menu of a post, which loads for moderators. */
async function choose(label: string, kind = 'question') {
  const menus = await screen.findAllByRole('button', { name: `Moderate ${kind}` }, { timeout: 5_000 });
  const menu = menus[0] as HTMLElement;
  await act(async () => (await within(menu.nextElementSibling as HTMLElement).findByText(label)).click());
  return screen.getByRole('dialog');
}

it('closes with a reason and what to do next', async () => {
  await show('root1', undefined, true);
  const dialog = await choose('Close…');
  await user.click(within(dialog).getByRole('radio', { name: 'Answers would be opinions' }));
  await user.click(button('Close', dialog));
  expect(screen.getByText('Please say what to do next')).toBeVisible();
  await user.type(within(dialog).getByRole('textbox'), 'Ask for facts.');
  await user.click(button('Close', dialog));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls).toEqual([
    'POST /moderation/closeQuestion {"id":"q","reason":"opinion","note":"Ask for facts."}',
  ]);
});

it('shows why a question is closed, and lets only moderators reopen it', async () => {
  server.question = { ...asked, closedAt: time, closeReason: 'unclear', closeNote: 'Which version is it?' };
  await show('ann');
  const notice = await screen.findByText(/it lacks what an answer needs to know/);
  expect(notice).toBeVisible();
  expect(screen.getByText('Which version is it?')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull();
  expect(screen.queryByText('This question is closed: it takes no new answers.')).toBeNull();
});

it('offers no answer to a locked question, except to moderators', async () => {
  server.question = { ...asked, lockedAt: time };
  server.permissions = { mayAnswer: false, mayRespond: false };
  await show('ben');
  expect(await screen.findByText(/This question is locked/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Answer Question' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Post Answer' })).toBeNull();
});

it('locks, and unlocks what is locked', async () => {
  await show('root1', undefined, true);
  const dialog = await choose('Lock…');
  await user.type(within(dialog).getByRole('textbox'), 'A quarrel');
  await user.click(button('Lock', dialog));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls).toEqual(['PATCH /moderation/setLock {"id":"q","locked":true,"reason":"A quarrel"}']);
  await event(cache.questionUpdated, { ...asked, lockedAt: time });
  expect(await screen.findByRole('button', { name: 'Post Answer' })).toBeVisible();
  await choose('Unlock…');
});

it('protects, and shows the mark', async () => {
  await show('root1', undefined, true);
  const dialog = await choose('Protect…');
  await user.type(within(dialog).getByRole('textbox'), 'Only advertising');
  await user.click(button('Protect', dialog));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls).toEqual(['POST /moderation/protectQuestion {"qid":"q","reason":"Only advertising"}']);
  await event(cache.questionUpdated, { ...asked, protectedAt: time });
  expect(await screen.findByText(/protected: new members cannot answer it yet/)).toBeVisible();
  await choose('Unprotect…');
});

it('edits an answer of another user', async () => {
  await show('root1', undefined, true);
  const dialog = await choose('Edit as a moderator…', 'answer');
  const text = within(dialog).getByRole('textbox', { name: 'Text' });
  await user.type(text, '!');
  await user.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), 'Clearer');
  await user.click(button('Save', dialog));
  await waitFor(() => expect(server.calls).toHaveLength(1));
  const [call = ''] = server.calls;
  expect(call).toMatch(
    /^PATCH \/moderation\/editPost \{"id":"(one|two)","text":"Text of (one|two)!","reason":"Clearer"\}$/,
  );
  expect(post('one')).toBeVisible();
});

it('merges into the question of an address, and names both', async () => {
  await show('root1', undefined, true);
  const dialog = await choose('Merge into…');
  await user.type(within(dialog).getByRole('textbox', { name: /^Reason/ }), 'Asked before');
  const into = within(dialog).getByRole('textbox', { name: 'Into' });
  await user.type(into, '/question/q');
  await user.click(button('Merge', dialog));
  expect(await within(dialog).findByText(/Please paste the link to another question/)).toBeVisible();
  server.question = { ...asked, _id: '0123456789abc', title: 'Why, then?' };
  await user.clear(into);
  await user.type(into, `${location.origin}/question/0123456789abc`);
  await waitFor(() =>
    expect(within(dialog).getByRole('status')).toHaveTextContent('The answers of “Why?” move to “Why, then?”.'),
  );
  server.question = asked;
  await user.click(button('Merge', dialog));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls).toEqual([
    'POST /moderation/mergeQuestions {"id":"q","into":"0123456789abc","reason":"Asked before"}',
  ]);
});

it('says that there is no such question to merge into', async () => {
  await show('root1', undefined, true);
  const dialog = await choose('Merge into…');
  server.question = null;
  await user.type(within(dialog).getByRole('textbox', { name: 'Into' }), '0123456789abc');
  expect(await within(dialog).findByText('There is no such question.')).toBeVisible();
});

it('offers to undo only what can be undone', async () => {
  server.question = { ...asked, tags: [{ _id: 't', name: 'stone', description: '' }] };
  await show('root1', undefined, true);
  const menu = (await screen.findAllByRole('button', { name: 'Moderate question' }, { timeout: 5_000 }))[0];
  const items = within(menu?.nextElementSibling as HTMLElement);
  expect(items.getByText('Pin…')).toBeInTheDocument();
  for (const label of ['Unpin…', 'Undo the move…', 'Undo the merge…']) expect(items.queryByText(label)).toBeNull();
  const pins = [{ place: 'site' as const }, { place: 'tag' as const, tag: 'stone' }];
  server.permissions = { ...everything, undoable: { pins, mayUndoMove: true, mayUndoMerge: false } };
  await refetch();
  expect(await items.findByText('Unpin…')).toBeInTheDocument();
  expect(items.getByText('Undo the move…')).toBeInTheDocument();
  for (const label of ['Pin…', 'Undo the merge…']) expect(items.queryByText(label)).toBeNull();
});

it('unpins from where it is pinned', async () => {
  const pins = [{ place: 'tag' as const, tag: 'stone' }];
  server.permissions = { ...everything, undoable: { pins, mayUndoMove: false, mayUndoMerge: false } };
  await show('root1', undefined, true);
  const dialog = await choose('Unpin…');
  expect(within(dialog).getAllByRole('radio')).toHaveLength(1);
  await user.type(within(dialog).getByRole('textbox'), 'Old');
  server.permissions = everything;
  await user.click(button('Unpin', dialog));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls).toEqual([
    'PATCH /moderation/setPin {"id":"q","place":"tag","tag":"stone","pinned":false,"reason":"Old"}',
  ]);
  await waitFor(() => expect(screen.queryByText('Unpin…')).toBeNull());
});

it('undoes a merge', async () => {
  server.permissions = { ...everything, undoable: { pins: [], mayUndoMove: false, mayUndoMerge: true } };
  await show('root1', undefined, true);
  const dialog = await choose('Undo the merge…');
  await user.type(within(dialog).getByRole('textbox'), 'Another question');
  await user.click(button('Undo the merge', dialog));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls).toEqual(['POST /moderation/undoMerge {"id":"q","reason":"Another question"}']);
});

it('moves to a community of the viewer', async () => {
  server.question = { ...asked, communityId: 'c1' };
  server.community.isModerator = true;
  server.communities = [
    { _id: 'c1', name: 'Columns', visibility: 'public', isModerator: true, archived: false },
    { _id: 'c2', name: 'Arches', visibility: 'private', isModerator: true, archived: false },
    { _id: 'c3', name: 'Others', visibility: 'public', isModerator: false, archived: false },
  ];
  await show('mia');
  const dialog = await choose('Move…');
  expect(await within(dialog).findByRole('option', { name: 'Arches' })).toBeInTheDocument();
  expect(within(dialog).queryByRole('option', { name: 'Others' })).toBeNull();
  expect(dialog).toHaveTextContent('only the members of this community can read it');
  await user.type(within(dialog).getByRole('textbox'), 'It belongs there');
  await user.click(button('Move', dialog));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls).toEqual([
    'POST /moderation/moveQuestion {"id":"q","communityId":"c2","reason":"It belongs there"}',
  ]);
});

it('is not offered to others', async () => {
  await show('ben');
  expect(screen.queryByRole('button', { name: /^Moderate/ })).toBeNull();
});
