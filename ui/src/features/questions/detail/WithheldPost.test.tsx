import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { button, load, server, show, time, user, withPage } from '../../../testing/questionPage';

withPage();

const held = { _id: 'three', type: 'answer', qid: 'q', title: 'Why?', text: 'Perhaps', deletedAt: time } as const;

it('shows an own answer that waits, which its author withdraws', async () => {
  server.deleted = [{ ...held, state: 'held' }];
  await show();
  const waiting = await screen.findByRole('article', { name: 'Answer that only you see' });
  expect(waiting).toHaveTextContent('Waits for approval');
  expect(waiting).toHaveTextContent('Perhaps');
  await user.click(button('Withdraw', waiting));
  await user.click(button('Withdraw', waiting));
  await waitFor(() => expect(server.calls).toEqual(['DELETE /answer/deleteAnswer {"aid":"three"}']));
});

it('edits an own answer that waits', async () => {
  server.deleted = [{ ...held, state: 'held' }];
  await show();
  const waiting = await screen.findByRole('article', { name: 'Answer that only you see' });
  await load(button('Edit', waiting));
  const field = await within(waiting).findByRole('textbox');
  await user.clear(field);
  await user.type(field, 'Certainly');
  await user.click(button('Save', waiting));
  await waitFor(() => expect(server.calls).toEqual(['PATCH /answer/editAnswer {"aid":"three","text":"Certainly"}']));
});

it('says that reports hide a post, without a way to change it', async () => {
  server.deleted = [{ ...held, state: 'hidden' }];
  await show();
  const hidden = await screen.findByRole('article', { name: 'Answer that only you see' });
  expect(hidden).toHaveTextContent('Members reported it.');
  expect(within(hidden).queryByRole('button')).toBeNull();
});
