import { useEffect, useState } from 'react';

/** Between the last key and what is asked for with the words, in milliseconds. */
const typingPause = 350;

/** The value once it has stood still for `delay` milliseconds. */
export function useDebounced<T>(value: T, delay = typingPause): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
