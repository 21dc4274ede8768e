import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { afterEach, expect, it, vi } from 'vitest';
import type { Revision } from '../../../api/generated';
import { routes } from '../../../lib/routes';
import { revisionsPath } from './api';
import HistoryPage from './HistoryPage';

afterEach(() => vi.unstubAllGlobals());

it('is read again when one comes back', async () => {
  const revision = (text: string): Revision => ({ _id: text, editedBy: 'ann', editDateTime: '2026-11-21', text });
  let revisions = [revision('First')];
  vi.stubGlobal('fetch', async (path: string) =>
    path === revisionsPath('q') ? new Response(JSON.stringify(revisions)) : new Response('', { status: 404 }),
  );
  const router = createMemoryRouter([{ path: routes.history.pattern, element: <HistoryPage /> }, { path: '*' }], {
    initialEntries: [routes.history.to('q', 'q')],
  });
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <RouterProvider router={router} />
    </SWRConfig>,
  );
  expect((await screen.findByText('Current version')).closest('li')).toHaveTextContent('First');
  await act(() => router.navigate('/'));
  revisions = [revision('Second'), ...revisions];
  await act(() => router.navigate(-1));
  expect(await screen.findByText('Second')).toBeVisible();
  expect(screen.getByText('Current version').closest('li')).toHaveTextContent('Second');
});
