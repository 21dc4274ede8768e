import { useEffect, useState } from 'react';

/** The delay between the last key and the search, in milliseconds. */
const typingDelayMs = 350;

/** Returns the value after it has been stable for `delay` milliseconds. */
export function useDebounced<T>(value: T, delay = typingDelayMs): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
