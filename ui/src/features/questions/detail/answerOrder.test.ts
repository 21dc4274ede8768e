import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../api/generated';
import { sortAnswers } from './answerOrder';

const answer = (_id: string, score: number, day: number): Answer => ({
  _id,
  text: '',
  ansBy: 'ann',
  ansDateTime: `2026-11-0${day}T00:00:00.000Z`,
  comments: [],
  upVotes: [],
  downVotes: [],
  score,
});
const answers = [answer('a', 0, 1), answer('b', 2, 2), answer('c', -1, 3), answer('d', 2, 4)];

describe('answers', () => {
  it.each([
    ['score', undefined, 'bdac'],
    ['newest', undefined, 'dcba'],
    ['oldest', undefined, 'abcd'],
    ['score', 'c', 'cbda'],
    ['newest', 'a', 'adcb'],
    ['oldest', 'd', 'dabc'],
    ['oldest', 'gone', 'abcd'],
  ] as const)('are in the order %s, %s accepted', (order, accepted, expected) => {
    expect(
      sortAnswers(answers, order, accepted)
        .map(({ _id }) => _id)
        .join(''),
    ).toBe(expected);
  });

  it('are ranked without the votes of their authors', () => {
    const praised = { ...answer('own', 3, 1), upVotes: ['ann', 'ben', 'cem'] };
    const blamed = { ...answer('hard', 2, 4), downVotes: ['ann'] };
    const other = { ...answer('other', 3, 3), upVotes: ['ben', 'cem', 'dan'] };
    const order = sortAnswers([praised, blamed, other], 'score', undefined).map(({ _id }) => _id);
    expect(order).toEqual(['other', 'hard', 'own']);
  });
});
