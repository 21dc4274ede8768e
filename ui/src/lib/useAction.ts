import { useState } from 'react';
import { ApiError } from '../api/client';

/**
 * Does one thing at a time, and `refresh` after it. `error` is what the server says when it fails, or `failed` when
 * nothing is heard of it.
 */
export function useAction(failed: string, refresh?: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** Tells whether it was done. */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setError(null);
    try {
      await work();
      await refresh?.();
      return true;
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.message : failed);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, setError, run };
}
