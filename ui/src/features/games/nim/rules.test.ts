// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { GameInstance, NimState } from '../../../api/generated';
import { parseMoveInput, playerToMove, statusText } from './rules';

function game(state: Partial<NimState>, players: string[] = ['ann', 'ben']): GameInstance {
  return {
    gameID: 'g',
    gameType: 'Nim',
    players,
    state: { status: 'IN_PROGRESS', moves: [], remainingObjects: 21, ...state },
    datePlayed: '',
    createdAt: '',
    actedAt: '',
  };
}
const move = { numObjects: 1, playerID: 'ann' };

describe('the number of the move form', () => {
  it('is the last digit that was typed, if that may be played', () => {
    expect(parseMoveInput('12', 1, '2')).toBe(2);
    expect(parseMoveInput('31', 3, '1')).toBe(1);
    // Typed before the existing digit.
    expect(parseMoveInput('21', 1, '2')).toBe(2);
    // Pasted, or changed with the field's arrows.
    expect(parseMoveInput('3', 2)).toBe(3);
    expect(parseMoveInput('213', 1, null)).toBe(3);
  });
  it('stays when something else was typed', () => {
    for (const digit of ['0', '4', '9', 'x', '-']) expect(parseMoveInput(`2${digit}`, 2, digit)).toBe(2);
  });
  it('is 1 when nothing is left', () => {
    expect(parseMoveInput('', 3)).toBe(1);
    expect(parseMoveInput('', 3, null)).toBe(1);
  });
});

describe('a game in words', () => {
  it('says whose turn it is', () => {
    expect(playerToMove(game({}))).toBe('ann');
    expect(playerToMove(game({ moves: [move] }))).toBe('ben');
    expect(playerToMove(game({ status: 'WAITING_TO_START' }, ['ann']))).toBeUndefined();
    expect(statusText(game({}), 'ann')).toBe('It is your turn');
    expect(statusText(game({}), 'ben')).toBe('It is ann’s turn');
    expect(statusText(game({ moves: [move] }), 'cem')).toBe('It is ben’s turn');
  });
  it('describes waiting games and winners', () => {
    const waiting = game({ status: 'WAITING_TO_START' }, ['ann']);
    expect([statusText(waiting, 'ann'), statusText(waiting, 'ben')]).toEqual([
      'Waiting for a second player',
      'Waiting for players',
    ]);
    const over = game({ status: 'OVER', winners: ['ben'] });
    expect(['ann', 'ben', 'cem'].map((name) => statusText(over, name))).toEqual([
      'You have lost',
      'You have won!',
      'ben has won',
    ]);
    expect(statusText(game({ status: 'OVER' }, ['ann']), 'ann')).toBe('No player joined this game in time');
  });
});
