import { ApiError, get, getPage, post } from '../../api/client';
import type { GameInstance, Gamer, GameType, Streak } from '../../api/generated';
import { emitWithAck } from '../../api/socket';
import type { CacheKey } from '../../lib/cacheKeys';
import { streakPath } from './keys';

/** Fetches the streak; in days of UTC if the server does not know the browser's time zone. */
export async function getStreak({ path }: CacheKey): Promise<Streak> {
  try {
    return await get<Streak>(path);
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return get<Streak>(streakPath);
    throw error;
  }
}

/** The message if a game cannot be created. */
export const createError = 'Error while creating a new game';

/** Creates a game and returns its id. */
export const createGame = (gameType: GameType) => post<string>('/games/create', { gameType }, createError);

const inGame = (path: string, logMessage?: string) => (gameID: string) =>
  post<GameInstance>(path, { gameID }, logMessage);

/** The message if the viewer cannot join. */
export const joinError = 'Error while joining a game';

export const joinGame = inGame('/games/join', joinError);

/** The message if the viewer cannot leave. */
export const leaveError = 'Error while leaving a game';

/** Leaves a game. Leaving a running game loses it. */
export const leaveGame = inGame('/games/leave', leaveError);

/** Claims the win if the opponent is absent. */
export const claimWin = inGame('/games/claim');

/** Creates a rematch, or returns the one that the opponent created. */
export const playAgain = inGame('/games/rematch');

/** Makes a move. An event reports the result. */
export const makeMove = (playerID: string, gameID: string, move: unknown) =>
  emitWithAck('makeMove', { gameID, move: { playerID, gameID, move } });

/** Fetches players with a result: as many as fit on a page. */
export const getGamers = async () => (await getPage<Gamer>('/gamer/getGamers', 'Error when fetching gamers')).items;

/** Creates the viewer's record of results, unless there is one. */
export async function createGamer(username: string): Promise<Gamer> {
  try {
    return await post<Gamer>('/gamer/createGamer', { username });
  } catch (error) {
    console.error(`Error while creating gamer: ${(error as Error).message}`);
    throw error;
  }
}

/** Asks the server to push the leaderboard to all users. */
export const requestLeaderboardUpdate = () => emitWithAck('requestLeaderboardUpdate', null);
