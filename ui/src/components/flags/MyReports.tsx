import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { MyFlag } from '../../api/generated';
import { keysOfTypes } from '../../lib/cacheKeys';
import { useAction } from '../../lib/useAction';
import { InlineError } from '../InlineError';
import { PagedList } from '../PagedList';
import { RelativeTime } from '../RelativeTime';
import { RowList } from '../RowList';
import { myFlagsKey, reasons, withdrawFlag, wordOf } from './api';

/** Lists the viewer's reports with what became of them, when it is opened. */
export default function MyReports() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="reports">
      <h2 id="reports">Your reports</h2>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="muted">What became of what you have reported</summary>
        {isOpen && (
          <PagedList<MyFlag>
            listKey={myFlagsKey}
            errorText="Error when fetching your reports"
            empty={<p className="muted">You have reported nothing.</p>}
          >
            {(flags) => (
              <RowList>
                {flags.map((flag) => (
                  <Item key={flag._id} flag={flag} />
                ))}
              </RowList>
            )}
          </PagedList>
        )}
      </details>
    </section>
  );
}

/** Says what became of a report. */
function outcomeOf({ outcome, removed }: MyFlag): string {
  if (!outcome) return 'Not decided yet';
  if (outcome === 'uphold') return removed ? 'You were right: it was removed' : 'You were right';
  return outcome === 'decline' ? 'Declined' : 'Declined as an abuse of reports';
}

function Item({ flag }: { flag: MyFlag }) {
  const { _id: id, kind, reason, text, createdAt, outcome, decisionReason } = flag;
  const { mutate } = useSWRConfig();
  const { busy, error, run } = useAction('Error while withdrawing the report', () => mutate(keysOfTypes('flags')));
  return (
    <li>
      <div>
        <span>{outcomeOf(flag)}</span>
        {decisionReason && (
          <>
            <span>: </span>
            <bdi>{decisionReason}</bdi>
          </>
        )}
        <p className="small muted mb-0">
          {wordOf(kind)} · {reasons[reason]} · <RelativeTime time={createdAt} />
        </p>
        {text && (
          <p className="mb-0">
            <bdi>{text}</bdi>
          </p>
        )}
        <InlineError error={error} />
      </div>
      {!outcome && (
        <button
          type="button"
          className="btn btn-sm btn-outline-secondary"
          aria-disabled={busy}
          onClick={() => void run(() => withdrawFlag(id))}
        >
          Withdraw
        </button>
      )}
    </li>
  );
}
