import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const { socket, emitted } = vi.hoisted(() => {
  const emitted: unknown[][] = [];
  const listeners = new Map<string, Set<() => void>>();
  const emit = (...event: unknown[]) => emitted.push(event.slice(0, 2));
  const socket = {
    connected: true,
    emit,
    volatile: { emit },
    on: (name: string, listener: () => void) => listeners.set(name, (listeners.get(name) ?? new Set()).add(listener)),
    off: (name: string, listener: () => void) => listeners.get(name)?.delete(listener),
    reconnect: () => listeners.get('connect')?.forEach((listener) => void listener()),
    lose: () => listeners.get('disconnect')?.forEach((listener) => void listener()),
  };
  return { socket, emitted };
});
vi.mock('socket.io-client', () => ({ io: () => socket }));

import { joinRoom } from './socket';

beforeEach(() => {
  emitted.length = 0;
});
afterEach(() => {
  socket.connected = true;
});

it('joins a room, again after a reconnect, and leaves it', async () => {
  const leave = joinRoom('7', { enter: 'joinChat', leave: 'leaveChat' });
  await vi.waitFor(() => expect(emitted).toEqual([['joinChat', '7']]));
  socket.reconnect();
  leave();
  socket.reconnect();
  expect(emitted).toEqual([
    ['joinChat', '7'],
    ['joinChat', '7'],
    ['leaveChat', '7'],
  ]);
});

it('joins when the connection opens', async () => {
  socket.connected = false;
  joinRoom('8', { enter: 'joinChat', leave: 'leaveChat' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(emitted).toEqual([]);
  socket.reconnect();
  expect(emitted).toEqual([['joinChat', '8']]);
});

it('reports a lost connection until the room is left', async () => {
  const onLost = vi.fn();
  const leave = joinRoom('9', { enter: 'joinChat', leave: 'leaveChat' }, undefined, onLost);
  await vi.waitFor(() => expect(emitted).toEqual([['joinChat', '9']]));
  socket.lose();
  expect(onLost).toHaveBeenCalledTimes(1);
  leave();
  socket.lose();
  expect(onLost).toHaveBeenCalledTimes(1);
});
