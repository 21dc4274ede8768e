import type { GameInstance } from '../../../api/generated';

/** Objects in the pile at the beginning. */
export const pile = 21;

/**
 * The number of a move form after its text has changed: of what is there the digit typed last, if it may be played, and 1
 * when nothing is left. `typed` is what was typed, wherever the caret was.
 */
export function numberTyped(text: string, before: number, typed?: string | null): number {
  if (text === '') return 1;
  const digit = typed?.at(-1) ?? text.at(-1) ?? '';
  return /[123]/.test(digit) ? Number(digit) : before;
}

/** Whose turn it is in a running game. */
export const playerToMove = ({ players, state }: GameInstance): string | undefined =>
  state.status === 'IN_PROGRESS' ? players[state.moves.length % 2] : undefined;

/** How a game stands for somebody, in words. */
export function standing(game: GameInstance, username: string): string {
  const { players, state } = game;
  const toMove = playerToMove(game);
  const winner = state.winners?.[0];
  if (state.status === 'WAITING_TO_START')
    return players.includes(username) ? 'Waiting for a second player' : 'Waiting for players';
  if (toMove) return toMove === username ? 'It is your turn' : `It is ${toMove}’s turn`;
  if (!winner) return 'Nobody joined this game in time';
  if (!players.includes(username)) return `${winner} has won`;
  return winner === username ? 'You have won!' : 'You have lost';
}
