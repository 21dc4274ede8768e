import { useState } from 'react';

/**
 * What is chosen: until the server has answered the new choice, then what is `saved`, whatever the answer was. It is
 * kept here, not with what is saved, so that nothing that arrives meanwhile takes it away. One thing is chosen at a time.
 */
export function usePendingChoice<T>(saved: T) {
  const [pending, setPending] = useState<{ choice: T } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const choose = async (choice: T, save: () => Promise<void>, failed: string) => {
    if (pending) return;
    setPending({ choice });
    setError(null);
    try {
      await save();
    } catch {
      setError(failed);
    } finally {
      setPending(null);
    }
  };
  return { choice: pending ? pending.choice : saved, choose, error };
}
