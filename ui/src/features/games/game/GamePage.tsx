import { useEffect } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import type { GameInstance } from '../../../api/generated';
import { unknownGameType } from '../../../api/sentences';
import { joinRoom } from '../../../api/socket';
import { CopyLink } from '../../../components/CopyLink';
import { EmptyState } from '../../../components/EmptyState';
import { ErrorMessage } from '../../../components/ErrorMessage';
import { InlineError } from '../../../components/InlineError';
import { Skeleton } from '../../../components/Skeleton';
import { usePageTitle } from '../../../components/usePageTitle';
import { fetchKey } from '../../../lib/cacheKeys';
import { failureOf } from '../../../lib/failure';
import { pageGuard } from '../../../lib/pageGuard';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import { useAction } from '../../../lib/useAction';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { useFocusRestore } from '../../../lib/useFocusRestore';
import { joinError, joinGame, leaveError, leaveGame, makeMove } from '../api';
import { gameUpdated } from '../cache';
import { clearGameError, setGameError, useGameError } from '../gameErrors';
import { gameDefinition } from '../gameTypes';
import { gameKey } from '../keys';
import { ClaimWin } from './ClaimWin';
import { GameOver } from './GameOver';
import styles from './GamePage.module.css';
import { reportGameEnd, useGameEnd } from './gameEnd';

/** Shows a game to its players and to spectators. */
export default function GamePage() {
  const { gameID = '' } = useParams();
  const root = useFocusRestore<HTMLDivElement>();
  return (
    <div ref={root}>
      {/* Each game has its own component: no state of the previous one is left. */}
      <GameView key={gameID} id={gameID} />
    </div>
  );
}

function GameView({ id }: { id: string }) {
  const { data: game, error, mutate } = useSWR<GameInstance, unknown>(gameKey(id), fetchKey);
  useEffect(() => joinRoom(id, { enter: 'joinGame', leave: 'leaveGame' }, () => void mutate()), [id, mutate]);
  useEffect(() => () => clearGameError(id), [id]);
  const kind = game && gameDefinition(game.gameType);
  const { username } = useUser();
  const standing = kind && game && kind.statusText(game, username);
  // A tab in the background shows in its title that it is the viewer's turn.
  usePageTitle(standing ? `${standing} · ${kind.title}` : 'Game');
  const caches = { edit: useCacheEditor(), mutate: useSWRConfig().mutate };
  const navigate = useNavigate();
  const leaving = useAction(leaveError);
  const joining = useAction(joinError);
  const isPlayer = game?.players.includes(username) ?? false;
  const isOver = game?.state.status === 'OVER';

  useGameEnd(game, username);

  const leaveUnfinished = async () => {
    const left = await leaveGame(id);
    gameUpdated(caches, left, username);
    void reportGameEnd(left, username);
  };
  // The viewer leaves the page in any case, and with it the room. The games show a failure.
  const leave = () =>
    leaving.run(async () => {
      const isSamePage = pageGuard();
      const failure =
        isPlayer && !isOver
          ? await leaveUnfinished().then(
              () => null,
              (error: unknown) => failureOf(leaveError, error),
            )
          : null;
      if (isSamePage()) navigate(routes.games.to(), { state: failure });
    });
  const join = () => joining.run(async () => gameUpdated(caches, await joinGame(id), username));
  const play = async (move: unknown) => {
    clearGameError(id);
    try {
      await makeMove(username, id, move);
    } catch {
      setGameError(id, 'The server does not respond. Please try again.');
    }
    // Fetch the current state, with or without an acknowledgement.
    await mutate();
  };

  if (error && !game) {
    return (
      <>
        <ErrorMessage error={error} retry={() => void mutate()} />
        <p className="text-center">
          <Link to={routes.games.to()}>Go to the games</Link>
        </p>
      </>
    );
  }
  return (
    <>
      <div className={styles.header}>
        <h1>{kind?.title ?? 'Game'}</h1>
        <p>
          Status: <strong>{game?.state.status ?? 'Not started'}</strong>
        </p>
        <button
          type="button"
          className="btn btn-outline-secondary"
          aria-disabled={leaving.busy}
          aria-describedby={isPlayer && game?.state.status === 'IN_PROGRESS' ? 'leaving' : undefined}
          onClick={() => void leave()}
        >
          Leave Game
        </button>
      </div>
      <InlineError error={joining.error} />
      {!game && <Skeleton />}
      {game && !kind && <EmptyState title={unknownGameType} />}
      {game && kind && (
        <>
          <p className={styles.rules}>{kind.rules}</p>
          <p role="status" className={styles.status}>
            {standing}
          </p>
          <GameOver game={game} />
          {game.state.status === 'WAITING_TO_START' && (
            <>
              {!isPlayer && (
                <button
                  type="button"
                  className="btn btn-primary mb-3"
                  aria-disabled={joining.busy}
                  onClick={() => void join()}
                >
                  Join Game
                </button>
              )}
              <CopyLink label="Invite a player with this link" path={routes.game.to(id)} />
            </>
          )}
          <kind.Game game={game} username={username} play={play}>
            <GameErrorLine id={id} />
            <ClaimWin game={game} />
            {game.state.status === 'IN_PROGRESS' && (
              <p id="leaving" className="muted small mt-3">
                {isPlayer ? 'If you leave a running game, you lose it.' : 'You are watching this game.'}
              </p>
            )}
          </kind.Game>
        </>
      )}
    </>
  );
}

const GameErrorLine = ({ id }: { id: string }) => <InlineError error={useGameError(id)} />;
