import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import StreakPopup from './StreakPopup';

afterEach(() => vi.useRealTimers());

it('closes in time if the address changes, and keeps the rest of the address', async () => {
  vi.useFakeTimers();
  const router = createMemoryRouter([{ path: '/', element: <StreakPopup /> }], {
    initialEntries: ['/?showStreakPopup=true'],
  });
  render(<RouterProvider router={router} />);
  expect(screen.getByRole('link', { name: 'Play Now' })).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  await act(() => router.navigate('/?showStreakPopup=true&order=active'));
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(router.state.location.search).toBe('?order=active');
});
