import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useStableOrder } from './useStableOrder';

type Item = { _id: string; score: number };
const highest = (items: Item[]) => items.toSorted((one, other) => other.score - one.score);
const items = (scores: Record<string, number>): Item[] =>
  Object.entries(scores).map(([_id, score]) => ({ _id, score }));

function open(initial: Item[]) {
  const { result, rerender } = renderHook(
    ({ items, choice }: { items: Item[]; choice: string }) => useStableOrder(items, choice, highest),
    { initialProps: { items: initial, choice: 'score' } },
  );
  return {
    show: (items: Item[], choice = 'score') => rerender({ items, choice }),
    shown: () => result.current.map(({ item, isDeleted }) => `${item._id}${item.score}${isDeleted ? ' gone' : ''}`),
  };
}

describe('places', () => {
  it('are arranged once', () => {
    expect(open(items({ a: 1, b: 2, c: 0 })).shown()).toEqual(['b2', 'a1', 'c0']);
  });

  it('hold when items change, come and go', () => {
    const list = open(items({ a: 1, b: 2 }));
    list.show(items({ a: 9, b: 2, new: 100 }));
    expect(list.shown()).toEqual(['b2', 'a9', 'new100']);
    list.show(items({ a: 9, new: 100 }));
    expect(list.shown()).toEqual(['b2 gone', 'a9', 'new100']);
    list.show(items({ a: 9, b: 3, new: 100 }));
    expect(list.shown()).toEqual(['b3', 'a9', 'new100']);
  });

  it('are sorted again on request, without deleted items', () => {
    const list = open(items({ a: 1, b: 2 }));
    list.show(items({ a: 9, c: 10 }));
    list.show(items({ a: 9, c: 10 }), 'another');
    expect(list.shown()).toEqual(['c10', 'a9']);
  });
});
