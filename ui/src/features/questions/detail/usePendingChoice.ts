import { useRef, useState } from 'react';
import { type Failure, failureOf } from '../../../lib/failure';

/**
 * Returns the pending choice until the server replies, then the `saved` one. The pending choice is
 * local, so that no event overwrites it. Calls run one after the other: the last choice wins. The
 * same button again, while its call is the last one, counts as a double click.
 */
export function usePendingChoice<T>(saved: T) {
  const [pending, setPending] = useState<{ button: string; choice: T } | null>(null);
  const [error, setError] = useState<Failure | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const choose = async (button: string, choice: T, save: () => Promise<void>, errorText: string) => {
    if (pending?.button === button) return;
    setPending({ button, choice });
    setError(null);
    const call = last.current.then(save).then(
      () => null,
      (error: unknown) => failureOf(errorText, error),
    );
    last.current = call;
    const outcome = await call;
    if (last.current !== call) return;
    setError(outcome);
    setPending(null);
  };
  return { choice: pending ? pending.choice : saved, choose, error };
}
