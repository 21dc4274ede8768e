import { useEffect } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import { get } from '../../../api/client';
import type { GameInstance } from '../../../api/generated';
import { unknownGameType } from '../../../api/sentences';
import { stayIn } from '../../../api/socket';
import { CopyLink } from '../../../components/CopyLink';
import { Empty } from '../../../components/Empty';
import { ErrorBox } from '../../../components/ErrorBox';
import { ErrorLine } from '../../../components/ErrorLine';
import { Skeleton } from '../../../components/Skeleton';
import { usePageTitle } from '../../../components/usePageTitle';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import { useAction } from '../../../lib/useAction';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { useKeptFocus } from '../../../lib/useKeptFocus';
import { gamePath, joinFailed, joinGame, leaveGame, makeMove } from '../api';
import { updated } from '../cache';
import { clearGameError, noteGameError, useGameError } from '../gameErrors';
import { kindOf } from '../kinds';
import { After } from './After';
import { Claim } from './Claim';
import styles from './GamePage.module.css';

/** A game, for those who play it and for those who look on. */
export default function GamePage() {
  const { gameID = '' } = useParams();
  const root = useKeptFocus<HTMLDivElement>();
  return (
    <div ref={root}>
      {/* Each game has a page of its own: nothing of the last one is left. */}
      <OneGame key={gameID} id={gameID} />
    </div>
  );
}

function OneGame({ id }: { id: string }) {
  const path = gamePath(id);
  const { data: game, error, mutate } = useSWR<GameInstance, unknown>(path, get);
  useEffect(() => stayIn(id, { enter: 'joinGame', leave: 'leaveGame' }, () => void mutate()), [id, mutate]);
  useEffect(() => () => clearGameError(id), [id]);
  const kind = game && kindOf(game.gameType);
  const { username } = useUser();
  const standing = kind && game && kind.standing(game, username);
  // A tab in the background says when it is one's turn.
  usePageTitle(standing ? `${standing} · ${kind.title}` : 'Game');
  const caches = { edit: useCacheEditor(), mutate: useSWRConfig().mutate };
  const navigate = useNavigate();
  const leaving = useAction('Error while leaving a game');
  const joining = useAction(joinFailed);
  const isPlayer = game?.players.includes(username) ?? false;
  const isOver = game?.state.status === 'OVER';

  const leave = () =>
    leaving.run(async () => {
      if (isPlayer && !isOver) updated(caches, await leaveGame(id), username);
      navigate(routes.games.to());
    });
  const join = () => joining.run(async () => updated(caches, await joinGame(id), username));
  const play = async (move: unknown) => {
    clearGameError(id);
    try {
      await makeMove(username, id, move);
    } catch {
      noteGameError(id, 'The server does not answer. Please try again.');
    }
    // Whatever was heard of it, or was not: as it stands now.
    await mutate();
  };

  if (error && !game) {
    return (
      <>
        <ErrorBox error={error} retry={() => void mutate()} />
        <p className="text-center">
          <Link to={routes.games.to()}>Go to the games</Link>
        </p>
      </>
    );
  }
  return (
    <>
      <div className={styles.head}>
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
      <ErrorLine error={leaving.error ?? joining.error} />
      {!game && <Skeleton />}
      {game && !kind && <Empty title={unknownGameType} />}
      {game && kind && (
        <>
          <p className={styles.rules}>{kind.rules}</p>
          <p role="status" className={styles.standing}>
            {standing}
          </p>
          <After game={game} />
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
            <Claim game={game} />
            {game.state.status === 'IN_PROGRESS' && (
              <p id="leaving" className="muted small mt-3">
                {isPlayer ? 'Who leaves a running game loses it.' : 'You are looking on.'}
              </p>
            )}
          </kind.Game>
        </>
      )}
    </>
  );
}

const GameErrorLine = ({ id }: { id: string }) => <ErrorLine error={useGameError(id)} />;
