import type { Page } from '../../api/client';
import type { GameError, GameInstance, Gamer, GameStatus } from '../../api/generated';
import { keyEquals } from '../../lib/cacheKeys';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { clearGameError, setGameError } from './gameErrors';
import { gameKey, isGameList, isStreak, leaderboardKey } from './keys';

type Caches = { edit: CacheEditor; mutate: Refetch };

const stages: GameStatus[] = ['WAITING_TO_START', 'IN_PROGRESS', 'OVER'];

/**
 * Returns whether a newer state of the game is known: a reply may arrive after the event of a later
 * move.
 */
const isOlder = ({ state }: GameInstance, { state: known }: GameInstance) =>
  state.moves.length < known.moves.length || stages.indexOf(state.status) < stages.indexOf(known.status);

/** Applies a game from an event or a reply. */
export function gameUpdated({ edit, mutate }: Caches, game: GameInstance, username: string): void {
  clearGameError(game.gameID);
  edit<GameInstance>(keyEquals(gameKey(game.gameID)), (known) => (isOlder(game, known) ? known : game), 'reload');
  // Lists do not show moves.
  let isListed = false;
  edit<Page<GameInstance>>(isGameList, (page) => {
    const known = page.items.find(({ gameID }) => gameID === game.gameID);
    isListed ||= known?.state.status === game.state.status && known.players.join() === game.players.join();
    return page;
  });
  if (!isListed) void mutate(isGameList);
  if (game.state.status === 'OVER' && game.players.includes(username)) void mutate(isStreak);
}

/** Applies the new leaderboard: a game has ended. */
export function leaderboardUpdated({ edit, mutate }: Caches, leaders: Gamer[]): void {
  edit<Gamer[]>(keyEquals(leaderboardKey), () => leaders, 'reload');
  void mutate(isGameList);
}

/** Shows why a move of the viewer was refused. */
export function gameFailed({ player, error, gameID }: GameError, username: string): void {
  if (player === username) setGameError(gameID, error);
}
