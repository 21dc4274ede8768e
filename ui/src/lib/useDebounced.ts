import { useEffect, useState } from 'react';

/** The `value` as it was when it last stood still for `delay` ms. */
export function useDebounced<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}

/** How long a search waits for the typing to stop, in ms. */
export const searchDelay = 400;
