import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Answer } from '../../../api/generated';
import { asked, button, event, load, post, server, show, time, user, withPage } from '../../../testing/questionPage';
import * as cache from '../cache';

withPage();

const locked = { ...asked, lockedAt: time };
const nothing = { mayAnswer: false, mayRespond: false };

it('offers in a locked question what is not refused, and says once why', async () => {
  server.question = { ...locked, answers: [] };
  server.permissions = nothing;
  await show('ann');
  expect(await screen.findByText(/This question is locked/)).toBeVisible();
  expect(screen.getAllByText(/locked/)).toHaveLength(1);
  expect(screen.queryByRole('link', { name: 'Answer Question' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Post Answer' })).toBeNull();
  expect(button('Upvote')).toBeDisabled();
  await user.click(button('Show Comments'));
  expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Edit comment' })).toBeNull();
  expect(button('Delete comment')).toBeVisible();
  expect(server.calls).toEqual([]);
});

it('lets the authors of answers in a locked question delete them, but not edit them', async () => {
  server.question = locked;
  server.permissions = nothing;
  await show('ben');
  expect(button('Delete', post('one'))).toBeVisible();
  expect(within(post('one')).queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(button('Downvote', post('two'))).toBeDisabled();
});

it('lets those respond in a locked question who may', async () => {
  server.question = locked;
  await show('ben');
  expect(await screen.findByRole('button', { name: 'Post Answer' })).toBeEnabled();
  expect(button('Upvote', post('two'))).toBeEnabled();
  expect(button('Edit', post('one'))).toBeVisible();
});

it('follows when the question is locked and unlocked, and keeps what is being written', async () => {
  await show('ben');
  server.permissions = nothing;
  await user.type(screen.getByRole('textbox', { name: /Answer Text/ }), 'Because');
  await user.click(button('Show Comments', screen.getByRole('region', { name: 'Question' })));
  await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Why');
  const one = post('one');
  await load(button('Edit', one));
  await event(cache.questionUpdated, locked);
  expect(await within(one).findByText(/only moderators can change it/)).toBeVisible();
  for (const name of ['Post Answer', 'Add Comment', 'Save']) expect(button(name)).toBeDisabled();
  expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Why');
  expect(screen.getByRole('textbox', { name: /Answer Text/ })).toHaveValue('Because');
  await event(cache.questionUpdated, asked);
  for (const name of ['Post Answer', 'Add Comment', 'Save']) expect(button(name)).toBeEnabled();
});

it('tells a new member that they may comment on a protected question, but not answer it yet', async () => {
  server.permissions = { mayAnswer: false, mayRespond: true };
  await show('ben');
  await event(cache.questionUpdated, { ...asked, protectedAt: time });
  expect(await screen.findByText(/you can answer it when you have read and written here/)).toBeVisible();
  expect(screen.queryByText(/new members cannot answer/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Post Answer' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Answer Question' })).toBeNull();
  expect(button('Upvote', post('two'))).toBeEnabled();
  await event(cache.questionUpdated, asked);
  expect(button('Post Answer')).toBeVisible();
});

it('lets other members answer a protected question', async () => {
  server.question = { ...asked, protectedAt: time };
  await show('ben');
  expect(await screen.findByRole('button', { name: 'Post Answer' })).toBeVisible();
  expect(screen.getByText(/protected: new members cannot answer it yet/)).toBeVisible();
});

it('leads authors to the suggested edits of their posts, and others to a form for one', async () => {
  server.permissions = { mayAnswer: true, mayRespond: true, suggestedEdits: [{ _id: 'one', count: 2, mine: false }] };
  await show('ben');
  expect(await within(post('one')).findByRole('link', { name: '2 suggested edits' })).toHaveAttribute(
    'href',
    '/question/q/suggestions/one',
  );
  expect(within(post('one')).queryByRole('link', { name: 'Suggest an edit' })).toBeNull();
  expect(within(post('two')).getByRole('link', { name: 'Suggest an edit' })).toHaveAttribute(
    'href',
    '/question/q/suggestions/two',
  );
  expect(screen.getAllByRole('link', { name: 'Suggest an edit' })).toHaveLength(2);
});

it('offers no suggestions where the viewer may not respond', async () => {
  server.question = locked;
  server.permissions = nothing;
  await show('cat');
  expect(await screen.findByText(/This question is locked/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Suggest an edit' })).toBeNull();
});

it('lets every member edit a community wiki, and names who last edited it', async () => {
  const [one, two] = asked.answers as [Answer, Answer];
  server.question = { ...asked, answers: [{ ...one, wiki: true, lastEditedBy: 'cat' }, two] };
  await show('dan');
  expect(within(post('one')).getByText(/Community wiki · last edited by/)).toHaveTextContent('cat');
  expect(button('Edit', post('one'))).toBeVisible();
  expect(within(post('one')).queryByRole('link', { name: 'Suggest an edit' })).toBeNull();
  expect(within(post('two')).queryByRole('button', { name: 'Edit' })).toBeNull();
});

it('makes an answer a community wiki', async () => {
  await show('ben');
  await user.click(button('Make community wiki', post('one')));
  await user.click(button('Make community wiki', post('one')));
  expect(server.calls).toEqual(['PATCH /answer/setWiki {"aid":"one","wiki":true}']);
});
