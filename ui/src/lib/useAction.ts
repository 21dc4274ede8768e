import { useState } from 'react';
import { ApiError } from '../api/client';
import { Cancelled } from './passwordPrompt';

/**
 * Runs one action at a time, and `refresh` after it. `error` is the server's message, or
 * `errorText` without one.
 */
export function useAction(errorText: string, refresh?: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** Returns whether the action succeeded. */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setError(null);
    try {
      await work();
      await refresh?.();
      return true;
    } catch (failure) {
      if (!(failure instanceof Cancelled)) setError(failure instanceof ApiError ? failure.message : errorText);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, setError, run };
}
