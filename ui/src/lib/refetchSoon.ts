/** The refetches that wait or run, by name. */
const pending = new Map<string, 'waiting' | 'running' | 'outdated'>();

/** The latest function of each name. */
const latest = new Map<string, () => Promise<unknown>>();

/**
 * Calls `refetch` after `delayMs` and up to as long again, so that not all browsers fetch at once. Calls
 * with the same name until then count as one, the latest; one while it runs makes it run once more.
 */
export function refetchSoon(name: string, delayMs: number, refetch: () => Promise<unknown>): void {
  latest.set(name, refetch);
  const state = pending.get(name);
  if (state) {
    if (state === 'running') pending.set(name, 'outdated');
    return;
  }
  pending.set(name, 'waiting');
  const run = async () => {
    pending.set(name, 'running');
    try {
      await (latest.get(name) ?? refetch)();
    } catch (error) {
      console.error(error);
    }
    const isOutdated = pending.get(name) === 'outdated';
    pending.delete(name);
    if (isOutdated) refetchSoon(name, delayMs, latest.get(name) ?? refetch);
  };
  setTimeout(() => void run(), delayMs * (1 + Math.random()));
}
