/** What `work` returns, or null where it cannot be done: the browser's storage may be full, or forbidden. */
export function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
