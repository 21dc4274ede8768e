import { useState } from 'react';
import { type Failure, failureOf } from './failure';

/** Runs one action at a time, and `refresh` after it. If it fails, `error` is `errorText` with the server's reason. */
export function useAction(errorText: string, refresh?: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const [error, setFailure] = useState<Failure | null>(null);
  /** Sets or removes the error, for input that is checked before the action. */
  const setError = (problem: Failure | string | null) =>
    setFailure(typeof problem === 'string' ? { text: problem, detail: null } : problem);
  /** Returns whether the action succeeded. */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setFailure(null);
    try {
      await work();
      await refresh?.();
      return true;
    } catch (failure) {
      setFailure(failureOf(errorText, failure));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, setError, run };
}
