import type { Page } from '../../api/client';
import type { GameInstance, Gamer, GameStatus } from '../../api/generated';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { gamePath, isGames, isStreak, leaderboardPath } from './api';
import { clearGameError } from './gameErrors';

type Caches = { edit: CacheEditor; mutate: Refetch };

const stages: GameStatus[] = ['WAITING_TO_START', 'IN_PROGRESS', 'OVER'];

/** Whether a game has gone on since: a reply may come after the event of what was done next. */
const isOlder = ({ state }: GameInstance, { state: known }: GameInstance) =>
  state.moves.length < known.moves.length || stages.indexOf(state.status) < stages.indexOf(known.status);

/** A game stands as an event, or the reply to a call, says. */
export function updated({ edit, mutate }: Caches, game: GameInstance, username: string): void {
  clearGameError(game.gameID);
  edit<GameInstance>(
    (path) => path === gamePath(game.gameID),
    (known) => (isOlder(game, known) ? known : game),
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
