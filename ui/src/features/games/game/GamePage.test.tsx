import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { GameInstance, NimState } from '../../../api/generated';
import { installFakeServer } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import GamePage from './GamePage';

const fakeServer = installFakeServer();

/** Called when the game may have changed. */
let onRoom: () => void;
vi.mock('../../../api/socket', () => ({
  joinRoom: (_id: string, _room: unknown, hear: () => void) => {
    onRoom = hear;
    return () => undefined;
  },
  // Moves are the only emitted events.
  emitWithAck: async () => becomes({ moves: [...game.state.moves, { playerID: 'ann', numObjects: 1 }] }),
}));

const time = '2026-11-21T00:00:00.000Z';
const waiting: GameInstance = {
  gameID: 'g',
  gameType: 'Nim',
  players: ['ben'],
  state: { status: 'WAITING_TO_START', player1: 'ben', moves: [], remainingObjects: 21 },
  datePlayed: time,
  createdAt: time,
  actedAt: new Date().toISOString(),
};

/** The game on the server. */
let game: GameInstance;
const becomes = (state: Partial<NimState>) => {
  game = { ...game, state: { ...game.state, ...state } };
};

beforeEach(() => {
  game = waiting;
  fakeServer.on(['GET /games/getGame/*', 'POST /games/join'], async ({ url: path }) => {
    if (path.startsWith('/games/join')) {
      game = { ...game, players: ['ben', 'ann'] };
      becomes({ status: 'IN_PROGRESS', player2: 'ann', moves: [{ playerID: 'ben', numObjects: 1 }] });
    }
    return new Response(JSON.stringify(game));
  });
});

it('keeps the focus while a game is joined, played and over', async () => {
  renderApp([{ path: '/games/:gameID', element: <GamePage /> }], { address: '/games/g' });
  const heading = screen.getByRole('heading', { level: 1 });
  await userEvent.click(await screen.findByRole('button', { name: 'Join Game' }));
  await waitFor(() => expect(heading).toHaveFocus());

  const submit = await screen.findByRole('button', { name: 'Submit Move' });
  await userEvent.click(submit);
  await waitFor(() => expect(submit).toHaveAttribute('aria-disabled', 'true'));
  expect(submit, 'or browsers would take the focus from it').toBeEnabled();
  expect(submit).toHaveFocus();

  becomes({ status: 'OVER', winners: ['ann'] });
  await act(async () => onRoom());
  await waitFor(() => expect(heading).toHaveFocus());
});
