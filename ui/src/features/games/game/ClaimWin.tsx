import { useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import { serverNow } from '../../../api/client';
import type { GameInstance } from '../../../api/generated';
import { InlineError } from '../../../components/InlineError';
import { useUser } from '../../../lib/session';
import { useAction } from '../../../lib/useAction';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { claimWin } from '../api';
import { gameUpdated } from '../cache';

/** The inactivity after which a win can be claimed, in milliseconds. The server checks it too. */
const claimAfterMs = 2 * 60_000;

/** Lets a player claim the win from an absent opponent. */
export function ClaimWin({ game }: { game: GameInstance }) {
  const { username } = useUser();
  const caches = { edit: useCacheEditor(), mutate: useSWRConfig().mutate };
  const { busy, error, run } = useAction('Error while claiming the win');
  const opponent = game.players.find((player) => player !== username);
  const { length: moves } = game.state.moves;
  const toMove = game.players[moves % 2];
  const waits = game.state.status === 'IN_PROGRESS' && game.players.includes(username) && toMove === opponent;
  const isLate = useIsOlder(game.actedAt, claimAfterMs);
  if (!waits || !isLate) return null;
  return (
    <div className="mt-3">
      <p className="mb-2">
        <bdi>{opponent}</bdi> has not moved for two minutes. If they have left, you can claim the win
        {/* With fewer than two moves, the player to move has made none. */}
        {moves < 2 ? '. In a rematch, the game then ends without a winner.' : '.'}
      </p>
      <button
        type="button"
        className="btn btn-outline-secondary"
        aria-disabled={busy}
        onClick={() => void run(async () => gameUpdated(caches, await claimWin(game.gameID), username))}
      >
        Claim the Win
      </button>
      <InlineError error={error} />
    </div>
  );
}

/** Returns whether a timestamp of the server is at least `age` milliseconds old. */
function useIsOlder(time: string, age: number): boolean {
  const end = Date.parse(time) + age;
  const [reached, setReached] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setReached(end), Math.max(0, end - serverNow()));
    return () => clearTimeout(timer);
  }, [end]);
  return reached === end;
}
