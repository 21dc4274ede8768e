import { useRef, useState } from 'react';

/**
 * What is chosen: until the server has answered the new choice, then what is `saved`, whatever the answer was. It is
 * kept here, not with what is saved, so that nothing that arrives meanwhile takes it away. One call goes after the other:
 * what was pressed last holds. The same button again, while its call is the last one, is a double click.
 */
export function usePendingChoice<T>(saved: T) {
  const [pending, setPending] = useState<{ button: string; choice: T } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const choose = async (button: string, choice: T, save: () => Promise<void>, failed: string) => {
    if (pending?.button === button) return;
    setPending({ button, choice });
    setError(null);
    const call = last.current.then(save).then(
      () => null,
      () => failed,
    );
    last.current = call;
    const outcome = await call;
    if (last.current !== call) return;
    setError(outcome);
    setPending(null);
  };
  return { choice: pending ? pending.choice : saved, choose, error };
}
