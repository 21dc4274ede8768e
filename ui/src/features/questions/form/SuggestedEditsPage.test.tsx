import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { SuggestedEdits } from '../../../api/generated';
import { postChanged } from '../../../api/sentences';
import { routes } from '../../../lib/routes';
import { installFakeServer } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import SuggestedEditsPage from './SuggestedEditsPage';

const server = installFakeServer();

/** An answer without suggestions, as a reader sees it. */
const none: SuggestedEdits = { _id: 'a', revisionId: 'v1', text: 'old words', mayDecide: false, suggestions: [] };

const suggestion = {
  _id: 's',
  suggestedBy: 'bob',
  suggestedAt: '2026-11-21',
  reason: 'clearer',
  text: 'new words',
  isOutdated: false,
  mine: false,
};

let edits: SuggestedEdits;
const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  localStorage.clear();
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  server.on('GET /post/getSuggestedEdits/*', () => edits);
});

const user = userEvent.setup({ delay: null });

const open = () =>
  renderApp([{ path: routes.suggestedEdits.pattern, element: <SuggestedEditsPage /> }, { path: '*' }], {
    address: routes.suggestedEdits.to('q', 'a'),
  });

it('suggests an edit of the version that was shown, and offers to withdraw it', async () => {
  edits = none;
  server.on('POST /post/suggestEdit', ({ body }) => {
    sent.push(JSON.parse(String(body)));
    return { ...none, suggestions: [{ ...suggestion, mine: true }] };
  });
  server.on('DELETE /post/withdrawSuggestedEdit', ({ body }) => {
    sent.push(JSON.parse(String(body)));
    return none;
  });
  open();
  const text = await screen.findByRole('textbox', { name: 'Answer Text' });
  await user.clear(text);
  await user.type(text, 'new words');
  await user.type(screen.getByRole('textbox', { name: 'Reason (optional)' }), 'clearer');
  await user.click(screen.getByRole('button', { name: 'Suggest Edit' }));
  expect(await screen.findByText(/You will be notified/)).toBeVisible();
  expect(sent).toEqual([{ id: 'a', revisionId: 'v1', text: 'new words', reason: 'clearer' }]);
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByRole('textbox', { name: 'Answer Text' })).toHaveValue('old words');
  expect(sent[1]).toEqual({ id: 's' });
});

it('keeps the text and says that the post was edited', async () => {
  edits = none;
  server.on('POST /post/suggestEdit', () => {
    edits = { ...none, revisionId: 'v2', text: 'other words' };
    return new Response(postChanged, { status: 409 });
  });
  open();
  await user.type(await screen.findByRole('textbox', { name: 'Answer Text' }), ' more');
  await user.click(screen.getByRole('button', { name: 'Suggest Edit' }));
  expect(await screen.findByText(new RegExp(postChanged))).toBeVisible();
  expect(await screen.findByText(/changed elsewhere since you began/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Answer Text' })).toHaveValue('old words more');
});

it('accepts against the version that is shown, and shows a newer one before it is accepted', async () => {
  edits = { ...none, mayDecide: true, suggestions: [suggestion] };
  server.on('POST /post/decideSuggestedEdit', ({ body }) => {
    sent.push(JSON.parse(String(body)));
    if (sent.length > 1) return { ...none, mayDecide: true };
    edits = { ...edits, revisionId: 'v2', text: 'other words', suggestions: [{ ...suggestion, isOutdated: true }] };
    return new Response(postChanged, { status: 409 });
  });
  open();
  await user.click(await screen.findByRole('button', { name: 'Accept edit' }));
  expect(await screen.findByText(new RegExp(postChanged))).toBeVisible();
  expect(await screen.findByText(/was edited after this was suggested/)).toBeVisible();
  expect(await screen.findByText('other', { selector: 'del' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Accept edit' }));
  expect(await screen.findByText('No open suggested edits')).toBeVisible();
  const accepted = { id: 's', accepted: true, note: '' };
  expect(sent).toEqual([
    { ...accepted, revisionId: 'v1' },
    { ...accepted, revisionId: 'v2' },
  ]);
});

it('declines with a reason', async () => {
  edits = { ...none, mayDecide: true, suggestions: [suggestion] };
  server.on('POST /post/decideSuggestedEdit', ({ body }) => {
    sent.push(JSON.parse(String(body)));
    return { ...none, mayDecide: true };
  });
  open();
  await user.click(await screen.findByRole('button', { name: 'Decline…' }));
  const dialog = screen.getByRole('dialog', { name: 'Decline this edit?' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason (optional)' }), 'not needed');
  await user.click(within(dialog).getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('No open suggested edits')).toBeVisible();
  expect(sent).toEqual([{ id: 's', accepted: false, revisionId: null, note: 'not needed' }]);
});
