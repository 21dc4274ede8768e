import { Link, useNavigate } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { GameInstance } from '../../../api/generated';
import { Box, BoxItem, BoxNote } from '../../../components/Box';
import { ErrorLine } from '../../../components/ErrorLine';
import { PagedList } from '../../../components/PagedList';
import { useListPart } from '../../../components/useListPart';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import { useAction } from '../../../lib/useAction';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { gamesPath, isGames, joinFailed, joinGame, ownGamesPath } from '../api';
import { updated } from '../cache';

/** What is said on the page, and in the console, when they cannot be fetched. */
const sayings = { failed: 'Error fetching games', logged: 'Error while getting games' };

/** One's own games, those that wait for players, and those that one can look at while they are played. */
export function AvailableGames() {
  const { mutate } = useSWRConfig();
  const caches = { edit: useCacheEditor(), mutate };
  const { username } = useUser();
  const navigate = useNavigate();
  const { busy, error, run } = useAction(joinFailed);
  const join = (id: string) =>
    run(async () => {
      updated(caches, await joinGame(id), username);
      navigate(routes.game.to(id));
    });
  const waiting = gamesPath('WAITING_TO_START');
  const { page, error: failure } = useListPart<GameInstance>(waiting, sayings);
  // That they cannot be fetched is said once.
  const areOthersShown = page || !failure;
  const items = (shown: GameInstance[]) => (
    <ul>
      {shown.map((game) => (
        <Item key={game.gameID} game={game} username={username} busy={busy} join={join} />
      ))}
    </ul>
  );
  // One's own come first, and only there.
  const ofOthers = (games: GameInstance[]) => items(games.filter(({ players }) => !players.includes(username)));
  return (
    <Box
      title="Available Games"
      action={
        <button type="button" className="btn btn-outline-secondary btn-sm" onClick={() => void mutate(isGames)}>
          Refresh List
        </button>
      }
    >
      <ErrorLine error={error} />
      {areOthersShown && (
        <PagedList<GameInstance> path={ownGamesPath} {...sayings} empty={null}>
          {items}
        </PagedList>
      )}
      <PagedList<GameInstance>
        path={waiting}
        {...sayings}
        empty={
          <BoxNote>
            <p className="muted mb-0">No game waits for players. Create one!</p>
          </BoxNote>
        }
      >
        {ofOthers}
      </PagedList>
      {areOthersShown && (
        <PagedList<GameInstance> path={gamesPath('IN_PROGRESS')} {...sayings} empty={null}>
          {ofOthers}
        </PagedList>
      )}
    </Box>
  );
}

type ItemProps = { game: GameInstance; username: string; busy: boolean; join: (id: string) => void };

function Item({ game, username, busy, join }: ItemProps) {
  const { gameID, players } = game;
  const { status } = game.state;
  const isPlayer = players.includes(username);
  const id = `game-${gameID}`;
  return (
    <BoxItem isNew={isPlayer}>
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
          <span className="muted">Players:</span>{' '}
          {players.length === 0 ? 'nobody yet' : <bdi>{players.join(', ')}</bdi>}
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
        <Link to={routes.game.to(gameID)} className="align-self-center text-nowrap" aria-describedby={id}>
          {isPlayer ? 'Back to it' : 'Look on'}
        </Link>
      )}
    </BoxItem>
  );
}
