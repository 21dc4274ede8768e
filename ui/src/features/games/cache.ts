import type { Page } from '../../api/client';
import type { GameInstance, Gamer } from '../../api/generated';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { gamePath, isGames, isStreak, leaderboardPath } from './api';
import { clearGameError } from './gameErrors';

type Caches = { edit: CacheEditor; mutate: Refetch };

/** A game stands as an event, or the reply to a call, says. */
export function updated({ edit, mutate }: Caches, game: GameInstance, username: string): void {
  clearGameError(game.gameID);
  edit<GameInstance>(
    (path) => path === gamePath(game.gameID),
    () => game,
    'reload',
  );
  // Moves are not shown in lists.
  let isListed = false;
  edit<Page<GameInstance>>(isGames, (page) => {
    const known = page.items.find(({ gameID }) => gameID === game.gameID);
    isListed ||= known?.state.status === game.state.status && known.players.join() === game.players.join();
    return page;
  });
  if (!isListed) void mutate(isGames);
  if (game.state.status === 'OVER' && game.players.includes(username)) void mutate(isStreak);
}

/** The leaderboard has changed: a game has ended. */
export function led({ edit, mutate }: Caches, leaders: Gamer[]): void {
  edit<Gamer[]>(
    (path) => path === leaderboardPath,
    () => leaders,
    'reload',
  );
  void mutate(isGames);
}
