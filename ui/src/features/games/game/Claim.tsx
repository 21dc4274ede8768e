import { useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import { serverNow } from '../../../api/client';
import type { GameInstance } from '../../../api/generated';
import { ErrorLine } from '../../../components/ErrorLine';
import { useUser } from '../../../lib/session';
import { useAction } from '../../../lib/useAction';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { claimWin } from '../api';
import { updated } from '../cache';

/** So long nothing must have happened before one can say that the other one is gone; the server asks itself. */
const gone = 2 * 60_000;

/** Lets a player win whose opponent does not come back. */
export function Claim({ game }: { game: GameInstance }) {
  const { username } = useUser();
  const caches = { edit: useCacheEditor(), mutate: useSWRConfig().mutate };
  const { busy, error, run } = useAction('Error while claiming the win');
  const opponent = game.players.find((player) => player !== username);
  const { length: moves } = game.state.moves;
  const toMove = game.players[moves % 2];
  const waits = game.state.status === 'IN_PROGRESS' && game.players.includes(username) && toMove === opponent;
  const isLate = useIsOlder(game.actedAt, gone);
  if (!waits || !isLate) return null;
  return (
    <div className="mt-3">
      <p className="mb-2">
        <bdi>{opponent}</bdi> has not moved for two minutes. If nobody is there any more, the win is yours
        {/* Of fewer than two moves the one whose turn it is has made none. */}
        {moves < 2 ? ', or in a rematch nobody’s.' : '.'}
      </p>
      <button
        type="button"
        className="btn btn-outline-secondary"
        aria-disabled={busy}
        onClick={() => void run(async () => updated(caches, await claimWin(game.gameID), username))}
      >
        Claim the Win
      </button>
      <ErrorLine error={error} />
    </div>
  );
}

/** Whether a time of the server's is so many milliseconds ago. */
function useIsOlder(time: string, age: number): boolean {
  const end = Date.parse(time) + age;
  const [reached, setReached] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setReached(end), Math.max(0, end - serverNow()));
    return () => clearTimeout(timer);
  }, [end]);
  return reached === end;
}
