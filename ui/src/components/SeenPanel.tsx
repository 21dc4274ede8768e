import type { ReactNode } from 'react';
import { useAction } from '../lib/useAction';
import { InlineError } from './InlineError';
import { Panel } from './Panel';

type Props = {
  title: string;
  /** Marks everything that is shown as seen. */
  markAll: () => Promise<unknown>;
  /** Fetches what is left. */
  refresh: () => Promise<unknown>;
  children: ReactNode;
};

/** A panel of what is new, with a button that marks all of it as seen. */
export function SeenPanel({ title, markAll, refresh, children }: Props) {
  const { busy, error, run } = useAction('Error while marking all as seen', refresh);
  return (
    <Panel
      title={title}
      action={
        <button
          type="button"
          className="btn btn-outline-secondary btn-sm text-nowrap"
          aria-disabled={busy}
          onClick={() => run(markAll)}
        >
          Mark all as seen
        </button>
      }
    >
      <InlineError error={error} />
      {children}
    </Panel>
  );
}
