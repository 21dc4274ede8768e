import { Link, useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { GameInstance } from '../../../api/generated';
import { InlineError } from '../../../components/InlineError';
import { PagedList } from '../../../components/PagedList';
import { Panel, PanelItem, PanelNote } from '../../../components/Panel';
import { usePage } from '../../../components/usePage';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import { useAction } from '../../../lib/useAction';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { joinError, joinGame } from '../api';
import { gameUpdated } from '../cache';
import { gameListKey, isGameList, ownGamesKey } from '../keys';

/** The message if games cannot be fetched. The console has its own. */
const errorText = 'Error fetching games';

/** Lists the viewer's games, those that wait for players, and running games to watch. */
export function AvailableGames() {
  const { mutate } = useSWRConfig();
  const caches = { edit: useCacheEditor(), mutate };
  const { username } = useUser();
  const navigate = useNavigate();
  const { busy, error, run } = useAction(joinError);
  const join = (id: string) =>
    run(async () => {
      gameUpdated(caches, await joinGame(id), username);
      navigate(routes.game.to(id));
    });
  const waiting = gameListKey('WAITING_TO_START');
  const { page, error: failure } = usePage<GameInstance>(waiting);
  // The error shows once.
  const areOthersShown = page || !failure;
  const items = (shown: GameInstance[]) => (
    <ul>
      {shown.map((game) => (
        <Item key={game.gameID} game={game} username={username} busy={busy} join={join} />
      ))}
    </ul>
  );
  // The viewer's own games appear only in the first list.
  const ofOthers = (games: GameInstance[]) => items(games.filter(({ players }) => !players.includes(username)));
  return (
    <Panel
      title="Available Games"
      action={
        <button type="button" className="btn btn-outline-secondary btn-sm" onClick={() => void mutate(isGameList)}>
          Refresh List
        </button>
      }
    >
      <InlineError error={error} />
      {areOthersShown && (
        <PagedList<GameInstance> listKey={ownGamesKey} errorText={errorText} empty={null}>
          {items}
        </PagedList>
      )}
      <PagedList<GameInstance>
        listKey={waiting}
        errorText={errorText}
        empty={
          <PanelNote>
            <p className="muted mb-0">No open games. Create one!</p>
          </PanelNote>
        }
      >
        {ofOthers}
      </PagedList>
      {areOthersShown && (
        <PagedList<GameInstance> listKey={gameListKey('IN_PROGRESS')} errorText={errorText} empty={null}>
          {ofOthers}
        </PagedList>
      )}
    </Panel>
  );
}

type ItemProps = { game: GameInstance; username: string; busy: boolean; join: (id: string) => void };

function Item({ game, username, busy, join }: ItemProps) {
  const { gameID, players } = game;
  const { status } = game.state;
  const isPlayer = players.includes(username);
  const id = `game-${gameID}`;
  return (
    <PanelItem isNew={isPlayer}>
      <div>
        <div>
          <span className="muted">Game ID:</span>{' '}
          <Link id={id} to={routes.game.to(gameID)}>
            {gameID}
          </Link>
        </div>
        <div className="small">
          <span className="muted">Status:</span> {status}
        </div>
        <div className="small">
          <span className="muted">Players:</span> {players.length === 0 ? 'none yet' : <bdi>{players.join(', ')}</bdi>}
        </div>
      </div>
      {status === 'WAITING_TO_START' && !isPlayer ? (
        <button
          type="button"
          className="btn btn-primary btn-sm align-self-center"
          aria-describedby={id}
          aria-disabled={busy}
          onClick={() => join(gameID)}
        >
          Join Game
        </button>
      ) : (
        <Link
          to={routes.game.to(gameID)}
          className="btn btn-outline-secondary btn-sm align-self-center"
          aria-describedby={id}
        >
          {isPlayer ? 'Resume' : 'Watch'}
        </Link>
      )}
    </PanelItem>
  );
}
