import type { GameInstance } from '../../../api/generated';

/** The number of objects at the start. */
export const initialObjects = 21;

/**
 * Returns the number of the move form after its text changed: the last typed digit if it is a valid
 * move, and 1 if the text is empty. `typed` is the typed text, wherever the caret was.
 */
export function parseMoveInput(text: string, before: number, typed?: string | null): number {
  if (text === '') return 1;
  const digit = typed?.at(-1) ?? text.at(-1) ?? '';
  return /[123]/.test(digit) ? Number(digit) : before;
}

/** Returns the player to move in a running game. */
export const playerToMove = ({ players, state }: GameInstance): string | undefined =>
  state.status === 'IN_PROGRESS' ? players[state.moves.length % 2] : undefined;

/** Describes the state of a game for a user. */
export function statusText(game: GameInstance, username: string): string {
  const { players, state } = game;
  const toMove = playerToMove(game);
  const winner = state.winners?.[0];
  if (state.status === 'WAITING_TO_START')
    return players.includes(username) ? 'Waiting for a second player' : 'Waiting for players';
  if (toMove) return toMove === username ? 'It is your turn' : `It is ${toMove}’s turn`;
  if (!winner) return 'No player joined this game in time';
  if (!players.includes(username)) return `${winner} has won`;
  return winner === username ? 'You have won!' : 'You have lost';
}
