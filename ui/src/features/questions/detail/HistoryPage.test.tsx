import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Revision } from '../../../api/generated';
import { routes } from '../../../lib/routes';
import { installFakeServer } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import { revisionsKey } from '../keys';
import HistoryPage from './HistoryPage';

const fakeServer = installFakeServer();

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

it('is fetched again when the user returns', async () => {
  const revision = (text: string): Revision => ({ _id: text, editedBy: 'ann', editDateTime: '2026-11-21', text });
  let revisions = [revision('First')];
  fakeServer.on(['GET /post/getRevisions/*', 'GET /question/getQuestionById/*'], async ({ url: path }) =>
    path === revisionsKey('q').path ? new Response(JSON.stringify(revisions)) : new Response('', { status: 404 }),
  );
  const { router } = renderApp([{ path: routes.history.pattern, element: <HistoryPage /> }, { path: '*' }], {
    address: routes.history.to('q', 'q'),
  });
  expect((await screen.findByText('Current version')).closest('li')).toHaveTextContent('First');
  await act(() => router.navigate('/'));
  revisions = [revision('Second'), ...revisions];
  await act(() => router.navigate(-1));
  expect(await screen.findByText('Second')).toBeVisible();
  expect(screen.getByText('Current version').closest('li')).toHaveTextContent('Second');
});

it('purges an earlier version, after which the next one is shown without differences', async () => {
  const revision = (text: string, more: Partial<Revision>): Revision => ({
    _id: text,
    editedBy: 'ann',
    editDateTime: '2026-11-21',
    text,
    ...more,
  });
  let revisions = [revision('later words', {}), revision('secret words', { canPurge: true })];
  fakeServer.on(['GET /post/getRevisions/*', 'GET /question/getQuestionById/*'], async ({ url: path }) =>
    path === revisionsKey('q').path ? new Response(JSON.stringify(revisions)) : new Response('', { status: 404 }),
  );
  fakeServer.on('DELETE /post/purgeRevision', ({ body }) => {
    expect(JSON.parse(String(body))).toEqual({ id: 'q', revisionId: 'secret words' });
    revisions = [revision('later words', {}), { ...revision('secret words', { purged: true }), text: '' }];
    return { _id: 'secret words', purged: true };
  });
  renderApp([{ path: routes.history.pattern, element: <HistoryPage /> }, { path: '*' }], {
    address: routes.history.to('q', 'q'),
  });
  const user = userEvent.setup({ delay: null });
  await user.click(await screen.findByRole('button', { name: 'Purge' }));
  expect(document.querySelector('del')).toHaveTextContent('secret');
  const dialog = screen.getByRole('dialog', { name: 'Purge this version?' });
  await user.click(within(dialog).getByRole('button', { name: 'Purge' }));
  expect(await screen.findByText('This version was purged.')).toBeVisible();
  await waitFor(() => expect(document.querySelector('del, ins')).toBeNull());
  expect(screen.getByText('later words')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Purge' })).toBeNull();
});
