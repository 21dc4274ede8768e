import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GameInstance, NimState } from '../../../api/generated';
import { installFakeServer, listResponse, rejection } from '../../../testing/fakeServer';
import { renderApp } from '../../../testing/renderApp';
import LobbyPage from '../lobby/LobbyPage';
import GamePage from './GamePage';

const fakeServer = installFakeServer();

/** Called when the game may have changed. */
let onRoom: () => void;
/** The events that were emitted. */
let emitted: string[];
vi.mock('../../../api/socket', () => ({
  joinRoom: (id: string, { leave }: { leave: string }, hear: () => void) => {
    onRoom = hear;
    return () => emitted.push(`${leave} ${id}`);
  },
  emitWithAck: async (name: string) => {
    emitted.push(name);
    if (name === 'makeMove') becomes({ moves: [...game.state.moves, { playerID: 'ann', numObjects: 1 }] });
  },
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

/** The players with results. */
let gamers: string[];
/** Whether calls that change something fail. */
let isDown: boolean;
let number = 0;
let id: string;

beforeEach(() => {
  // The module remembers the games that it has reported: each test uses its own game.
  number += 1;
  id = `g${number}`;
  game = { ...waiting, gameID: id };
  emitted = [];
  gamers = ['ann', 'ben'];
  isDown = false;
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  fakeServer.on('GET /gamer/getGamers', () =>
    isDown ? rejection(503) : listResponse(gamers.map((username) => ({ username }))),
  );
  fakeServer.on('POST /gamer/createGamer', () => (isDown ? rejection(503) : {}));
  fakeServer.on('POST /games/leave', () => {
    if (isDown) return rejection(503);
    becomes({ status: 'OVER', winners: ['ben'] });
    return game;
  });
  fakeServer.on(['GET /games/getGame/*', 'POST /games/join'], async ({ url: path }) => {
    if (path.startsWith('/games/join')) {
      game = { ...game, players: ['ben', 'ann'] };
      becomes({ status: 'IN_PROGRESS', player2: 'ann', moves: [{ playerID: 'ben', numObjects: 1 }] });
    }
    return new Response(JSON.stringify(game));
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

const show = () =>
  renderApp(
    [
      { path: '/games/:gameID', element: <GamePage /> },
      { path: '/games', element: <LobbyPage /> },
    ],
    { address: `/games/${id}` },
  );

const playing = (...players: string[]) => {
  game = { ...game, players };
  becomes({ status: 'IN_PROGRESS' });
};

const ends = async (winner: string) => {
  becomes({ status: 'OVER', winners: [winner] });
  await act(async () => onRoom());
  await screen.findByText('OVER');
};

it('keeps the focus while a game is joined, played and over', async () => {
  show();
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

it('is left in any case, and the games say what failed', async () => {
  fakeServer.on(['GET /games/games', 'GET /games/getUnfinishedGames', 'GET /gamer/getLeaderboard'], () => []);
  fakeServer.on('GET /games/getStreak', () => ({ days: 0 }));
  playing('ann', 'ben');
  isDown = true;
  const { router } = show();
  await screen.findByText('IN_PROGRESS');
  await userEvent.click(screen.getByRole('button', { name: 'Leave Game' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Games' })).toBeVisible();
  expect(screen.getByText('Error while leaving a game')).toBeVisible();
  expect(screen.getByText('The site is busy, please try again')).toBeVisible();
  await waitFor(() => expect(emitted).toEqual([`leaveGame ${id}`]));
  expect(router.state.location).toMatchObject({ pathname: '/games', state: null });
  expect(console.error).toHaveBeenCalledWith('Error while leaving a game', expect.any(Error));
});

it('asks for new leaderboards once when a player sees it end', async () => {
  playing('ann', 'ben');
  show();
  await screen.findByText('IN_PROGRESS');
  await ends('ben');
  await waitFor(() => expect(emitted).toEqual(['requestLeaderboardUpdate']));
  await act(async () => onRoom());
  expect(emitted).toEqual(['requestLeaderboardUpdate']);
  expect(fakeServer.requests.some(({ path }) => path === '/gamer/createGamer')).toBe(false);
});

it('asks for new leaderboards when a player leaves it', async () => {
  fakeServer.on(['GET /games/games', 'GET /games/getUnfinishedGames', 'GET /gamer/getLeaderboard'], () => []);
  fakeServer.on('GET /games/getStreak', () => ({ days: 0 }));
  playing('ann', 'ben');
  show();
  await screen.findByText('IN_PROGRESS');
  await userEvent.click(screen.getByRole('button', { name: 'Leave Game' }));
  await waitFor(() => expect(emitted.toSorted()).toEqual([`leaveGame ${id}`, 'requestLeaderboardUpdate']));
});

it('asks for none for a spectator', async () => {
  playing('cem', 'ben');
  show();
  await screen.findByText('IN_PROGRESS');
  await ends('ben');
  expect(emitted).toEqual([]);
});

it('creates a missing record of the player', async () => {
  gamers = ['ben'];
  playing('ann', 'ben');
  show();
  await screen.findByText('IN_PROGRESS');
  await ends('ann');
  await waitFor(() => expect(emitted).toEqual(['requestLeaderboardUpdate']));
  expect(fakeServer.requests.find(({ path }) => path === '/gamer/createGamer')?.body).toBe('{"username":"ann"}');
});

it('asks for new leaderboards even if the records cannot be fetched', async () => {
  playing('ann', 'ben');
  show();
  await screen.findByText('IN_PROGRESS');
  isDown = true;
  await ends('ann');
  await waitFor(() => expect(emitted).toEqual(['requestLeaderboardUpdate']));
  expect(console.error).toHaveBeenCalledWith('Error when fetching gamers', expect.any(Error));
});

it.each([
  ['without a winner', []],
  ['that was over before', ['ann']],
])('asks for none after a game %s', async (_, winners) => {
  playing('ann', 'ben');
  if (winners.length) becomes({ status: 'OVER', winners });
  show();
  if (!winners.length) {
    await screen.findByText('IN_PROGRESS');
    becomes({ status: 'OVER' });
  }
  await act(async () => onRoom());
  await screen.findByText('OVER');
  expect(fakeServer.requests.some(({ path }) => path.startsWith('/gamer/'))).toBe(false);
  expect(emitted).toEqual([]);
});
