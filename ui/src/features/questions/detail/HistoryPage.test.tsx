import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Revision } from '../../../api/generated';
import { routes } from '../../../lib/routes';
import { installFakeServer } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import { revisionsKey } from '../keys';
import HistoryPage from './HistoryPage';

const fakeServer = installFakeServer();

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
