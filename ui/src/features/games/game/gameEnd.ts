import { useEffect, useState } from 'react';
import type { GameInstance } from '../../../api/generated';
import { createGamer, getGamers, requestLeaderboardUpdate } from '../api';

/** The games whose end this page has reported. */
const reported = new Set<string>();

/** Creates the record of a player who has none. The server counts the wins, so it has one for each game that was won. */
async function ensureGamer(username: string): Promise<void> {
  const gamers = await getGamers();
  if (!gamers.some((gamer) => gamer.username === username)) await createGamer(username);
}

/** Reports the end of a game that the viewer has played, once: the leaderboards of all users follow. */
export async function reportGameEnd({ gameID, players, state }: GameInstance, username: string): Promise<void> {
  if (!state.winners?.length || !players.includes(username) || reported.has(gameID)) return;
  reported.add(gameID);
  // The console shows a failure. Nothing on the page depends on it.
  await ensureGamer(username).catch(() => undefined);
  await requestLeaderboardUpdate().catch(() => undefined);
}

/** Reports the end of the shown game, unless it was over before. */
export function useGameEnd(game: GameInstance | undefined, username: string): void {
  const [wasRunning, setWasRunning] = useState(false);
  const isOver = game && game.state.status === 'OVER';
  if (isOver === false && !wasRunning) setWasRunning(true);
  useEffect(() => {
    if (game && isOver && wasRunning) void reportGameEnd(game, username);
  }, [game, isOver, wasRunning, username]);
}
