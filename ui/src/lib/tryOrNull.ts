/**
 * Returns the result of `work`, or null if it throws: the browser's storage may be full or blocked.
 */
export function tryOrNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
