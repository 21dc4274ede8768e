import type { GameStatus } from '../../api/generated';
import { type CacheKey, keysOf, type PageKey } from '../../lib/cacheKeys';

/** What the console says if games cannot be fetched. */
const gamesError = 'Error while getting games';

/** The key of the first page of the games in a status. */
export const gameListKey = (status: GameStatus): PageKey<'gameList'> => ({
  type: 'gameList',
  path: `/games/games?${new URLSearchParams({ status, limit: '30' })}`,
  logMessage: gamesError,
});

/** The key of the first page of the viewer's unfinished games. */
export const ownGamesKey: PageKey<'gameList'> = {
  type: 'gameList',
  path: '/games/getUnfinishedGames?limit=30',
  logMessage: gamesError,
};

/** Matches every page of games. */
export const isGameList = keysOf('gameList');

/** The key of a game. */
export const gameKey = (id: string): CacheKey<'game'> => ({ type: 'game', path: `/games/getGame/${id}` });

/** The key of the leaderboard. */
export const leaderboardKey: CacheKey<'leaderboard'> = {
  type: 'leaderboard',
  path: '/gamer/getLeaderboard',
  logMessage: 'Error when fetching leaderboard',
};

/** The path of the viewer's streak. Without a time zone it counts days of UTC. */
export const streakPath = '/games/getStreak';

/** The key of the viewer's streak, in days of the browser's time zone. */
export function streakKey(): CacheKey<'streak'> {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
  return { type: 'streak', path: `${streakPath}?${new URLSearchParams({ timeZone })}` };
}

/** Matches the streak, in whichever time zone. */
export const isStreak = keysOf('streak');
