import { Link, useNavigate } from 'react-router-dom';
import type { GameInstance } from '../../../api/generated';
import { InlineError } from '../../../components/InlineError';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import { useAction } from '../../../lib/useAction';
import { createError, playAgain } from '../api';

/** Offers a rematch after a game. */
export function GameOver({ game }: { game: GameInstance }) {
  const { username } = useUser();
  const navigate = useNavigate();
  const { busy, error, run } = useAction(createError);
  const { players, rematchID, gameID } = game;
  const isPlayer = players.includes(username);
  if (rematchID) {
    return (
      <p>
        {isPlayer ? 'The rematch has started. ' : 'The players started a rematch. '}
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
      <InlineError error={error} />
    </>
  );
}
