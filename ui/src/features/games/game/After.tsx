import { Link, useNavigate } from 'react-router-dom';
import type { GameInstance } from '../../../api/generated';
import { ErrorLine } from '../../../components/ErrorLine';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import { useAction } from '../../../lib/useAction';
import { createFailed, playAgain } from '../api';

/** What comes after a game: another one of the same two. */
export function After({ game }: { game: GameInstance }) {
  const { username } = useUser();
  const navigate = useNavigate();
  const { busy, error, run } = useAction(createFailed);
  const { players, rematchID, gameID } = game;
  const isPlayer = players.includes(username);
  if (rematchID) {
    return (
      <p>
        {isPlayer ? 'You play again. ' : 'They play again. '}
        <Link to={routes.game.to(rematchID)}>Go to the next game</Link>
      </p>
    );
  }
  if (!isPlayer || !game.state.winners || players.includes('[deleted]')) return null;
  const again = () =>
    run(async () => {
      const next = await playAgain(gameID);
      navigate(routes.game.to(next.gameID));
    });
  return (
    <>
      <button type="button" className="btn btn-primary mb-3" aria-disabled={busy} onClick={() => void again()}>
        Play Again
      </button>
      <ErrorLine error={error} />
    </>
  );
}
