import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import StreakPopup from './StreakPopup';

afterEach(() => {
  vi.useRealTimers();
  history.replaceState(null, '', '/');
});

const show = () => {
  vi.useFakeTimers();
  const router = createMemoryRouter([{ path: '/', element: <StreakPopup /> }], {
    initialEntries: ['/?showStreakPopup=true'],
  });
  render(<RouterProvider router={router} />);
  return router;
};

it('closes in time if the address changes, and keeps the rest of the address', async () => {
  const router = show();
  expect(screen.getByRole('link', { name: 'Play Now' })).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  await act(() => router.navigate('/?showStreakPopup=true&order=active'));
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(router.state.location.search).toBe('?order=active');
});

it('does not bring a user back who has left for a page that still loads', async () => {
  const router = show();
  // The address changes before the next page is there.
  history.pushState(null, '', '/question/q');
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(router.state.location.search).toBe('?showStreakPopup=true');
});
