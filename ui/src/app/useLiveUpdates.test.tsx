import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { UserContext } from '../lib/session';
import { useLiveUpdates } from './useLiveUpdates';

const network = vi.hoisted(() => ({ isThere: false, events: {} as Record<string, () => void> }));
/** Imports a module as if it came over the network. */
const overNetwork = <Part,>(part: Part): Part => {
  if (!network.isThere) throw new TypeError('no network');
  return part;
};
vi.mock('socket.io-client', () =>
  overNetwork({ io: () => ({ on: (name: string, does: () => void) => (network.events[name] = does), off: () => {} }) }),
);
vi.mock('./liveHandlers', () => overNetwork({ createHandlers: () => ({}), syncTabs: () => () => {} }));

afterEach(() => vi.useRealTimers());

const Live = () => (useLiveUpdates() ? 'connected' : 'lost');

it('says that it is not connected when it could not be loaded, and is loaded when the network is there', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await act(async () =>
    render(
      <UserContext
        value={{ _id: 'u', username: 'ann', dateJoined: '', biography: '', questionCount: 0, answerCount: 0 }}
      >
        <Live />
      </UserContext>,
    ),
  );
  expect(screen.getByText('connected')).toBeVisible();
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(screen.getByText('lost')).toBeVisible();
  network.isThere = true;
  await act(async () => window.dispatchEvent(new Event('online')));
  await vi.waitFor(() => expect(network.events.connect).toBeDefined());
  await act(async () => network.events.connect?.());
  expect(screen.getByText('connected')).toBeVisible();
});
