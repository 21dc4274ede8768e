import { useState } from 'react';

type Item = { _id: string };

/** Updates items in place and appends new ones. Deleted items stay as they were. */
function keepOrder<T extends Item>(placed: T[], items: T[]): T[] {
  const now = new Map(items.map((item) => [item._id, item]));
  const known = placed.map((item) => now.get(item._id) ?? item);
  for (const { _id } of placed) now.delete(_id);
  return [...known, ...now.values()];
}

/**
 * Returns items in an order that is stable while the page is open: votes, answers and deletions of
 * other users move nothing. Items are arranged at first, and again when `choice` changes.
 */
export function useStableOrder<T extends Item>(
  items: T[],
  choice = '',
  arrange: (items: T[]) => T[] = (items) => items,
): { item: T; isDeleted: boolean }[] {
  const [shown, setShown] = useState(() => ({ choice, items, placed: arrange(items) }));
  let { placed } = shown;
  if (shown.items !== items || shown.choice !== choice) {
    placed = shown.choice === choice ? keepOrder(placed, items) : arrange(items);
    setShown({ choice, items, placed });
  }
  const there = new Set(items.map(({ _id }) => _id));
  return placed.map((item) => ({ item, isDeleted: !there.has(item._id) }));
}
