import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { useIsLoading } from '../lib/loading';
import { lazyWithRetry } from './lazyWithRetry';

const Part = ({ name }: { name: string }) => <p>Hello {name}</p>;

/** Renders a module whose first load fails. */
async function show(options?: { isOptional: boolean }) {
  const load = vi.fn(async () => ({ default: Part }));
  load.mockRejectedValueOnce(new TypeError('no network'));
  const Lazy = lazyWithRetry(load, options);
  const shown = (
    <>
      <h1>The page</h1>
      <Suspense>
        <Lazy name="ann" />
      </Suspense>
    </>
  );
  const { rerender } = await act(async () => render(shown));
  return { load, rerender, shown };
}

it('leaves the page standing when a part cannot be loaded, and tries again when asked', async () => {
  const { load } = await show();
  expect(screen.getByRole('heading', { name: 'The page' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('The server cannot be reached.');
  await act(() => userEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(await screen.findByText('Hello ann')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

it('reloads the page when the browser cannot load a part again although the server answers', async () => {
  const { load } = await show();
  const reload = vi.fn();
  vi.stubGlobal('location', { ...location, reload });
  vi.stubGlobal('fetch', async () => new Response());
  load.mockRejectedValueOnce(new TypeError('remembered'));
  await act(() => userEvent.click(screen.getByRole('button', { name: 'Try again' })));
  expect(reload).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

it('says nothing of an extra, which comes with the connection', async () => {
  await show({ isOptional: true });
  expect(screen.queryByRole('alert')).toBeNull();
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('Hello ann')).toBeVisible();
});

it('shows a loading indicator after a delay, unless it is optional', async () => {
  vi.useFakeTimers();
  const Told = () => useIsLoading() && <p>Loading</p>;
  let come = () => {};
  const load = () => new Promise<{ default: typeof Part }>((resolve) => (come = () => resolve({ default: Part })));
  const [Lazy, Extra] = [
    lazyWithRetry(load),
    lazyWithRetry(() => new Promise<{ default: typeof Part }>(() => {}), { isOptional: true }),
  ];
  await act(async () =>
    render(
      <>
        <Told />
        <Suspense>
          <Extra name="ben" />
        </Suspense>
        <Suspense>
          <Lazy name="ann" />
        </Suspense>
      </>,
    ),
  );
  await act(() => vi.advanceTimersByTimeAsync(299));
  expect(screen.queryByText('Loading')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText('Loading')).toBeVisible();
  await act(async () => come());
  expect(screen.getByText('Hello ann')).toBeVisible();
  expect(screen.queryByText('Loading')).toBeNull();
  vi.useRealTimers();
});

it('loads again when it is rendered later', async () => {
  const { rerender, shown } = await show();
  rerender(<h1>Another page</h1>);
  await act(async () => rerender(shown));
  expect(screen.getByText('Hello ann')).toBeVisible();
});
