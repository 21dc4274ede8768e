import { ApiError, get, post } from '../../api/client';
import type { GameInstance, GameStatus, GameType, Streak } from '../../api/generated';
import { say } from '../../api/socket';

/** The path, and cache key, of the first part of the games in a status. */
export const gamesPath = (status: GameStatus) => `/games/games?${new URLSearchParams({ status, limit: '30' })}`;

/** The path, and cache key, of the first part of the games that one plays or waits in. */
export const ownGamesPath = '/games/getUnfinishedGames?limit=30';

/** Whether a path is a list of games. */
export const isGames = (path: unknown) =>
  typeof path === 'string' && /^\/games\/(games|getUnfinishedGames)\?/.test(path);

/** The path, and cache key, of a game. */
export const gamePath = (id: string) => `/games/getGame/${id}`;

/** The path, and cache key, of the leaderboard. */
export const leaderboardPath = '/gamer/getLeaderboard';

const streakCall = '/games/getStreak';

/** The path, and cache key, of one's own streak, in days as this browser's clock has them. */
export const streakPath = () =>
  `${streakCall}?${new URLSearchParams({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC' })}`;

/** Whether a path is a streak. */
export const isStreak = (path: unknown) => typeof path === 'string' && path.startsWith(streakCall);

/** A streak; in days of UTC where the server does not know the browser's time zone. */
export async function getStreak(path: string): Promise<Streak> {
  try {
    return await get<Streak>(path);
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return get<Streak>(streakCall);
    throw error;
  }
}

/** What is said when a game cannot be made. */
export const createFailed = 'Error while creating a new game';

/** Makes a game and returns its id. */
export const createGame = (gameType: GameType) => post<string>('/games/create', { gameType }, createFailed);

const inGame = (path: string) => (gameID: string) => post<GameInstance>(path, { gameID });

/** What is said when one cannot sit down. */
export const joinFailed = 'Error while joining a game';

export const joinGame = inGame('/games/join');

/** Leaves a game; a running one is lost by it. */
export const leaveGame = inGame('/games/leave');

/** Wins a game whose other player is gone. */
export const claimWin = inGame('/games/claim');

/** Begins another game with the same player, or returns the one that he has begun. */
export const playAgain = inGame('/games/rematch');

/** Makes a move: what has become of it is told in an event. */
export const makeMove = (playerID: string, gameID: string, move: unknown) =>
  say('makeMove', { gameID, move: { playerID, gameID, move } });
