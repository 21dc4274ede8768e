import { useState } from 'react';

type Item = { _id: string };

/** The same items in the same places as they are now; new ones follow. What is gone stays as it was last. */
function settle<T extends Item>(placed: T[], items: T[]): T[] {
  const now = new Map(items.map((item) => [item._id, item]));
  const known = placed.map((item) => now.get(item._id) ?? item);
  for (const { _id } of placed) now.delete(_id);
  return [...known, ...now.values()];
}

/**
 * Items in an order that holds while the page is open: nothing moves under its reader because somebody votes, answers or
 * deletes. They are arranged when they are first shown, and again when `choice` changes.
 */
export function usePlaces<T extends Item>(
  items: T[],
  choice = '',
  arrange: (items: T[]) => T[] = (items) => items,
): { item: T; isGone: boolean }[] {
  const [shown, setShown] = useState(() => ({ choice, items, placed: arrange(items) }));
  let { placed } = shown;
  if (shown.items !== items || shown.choice !== choice) {
    placed = shown.choice === choice ? settle(placed, items) : arrange(items);
    setShown({ choice, items, placed });
  }
  const there = new Set(items.map(({ _id }) => _id));
  return placed.map((item) => ({ item, isGone: !there.has(item._id) }));
}
