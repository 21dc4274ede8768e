import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { CaseKind, MyFlag } from '../../api/generated';
import { keysOfTypes } from '../../lib/cacheKeys';
import { routes } from '../../lib/routes';
import { useAction } from '../../lib/useAction';
import { InlineError } from '../InlineError';
import { PagedList } from '../PagedList';
import { RelativeTime } from '../RelativeTime';
import { RowList } from '../RowList';
import { myFlagsKey, reasons, verdictOf, withdrawFlag, wordOf } from './api';

/** Lists the viewer's reports with what became of them, when it is opened. */
export default function MyReports() {
  const isLinked = useLocation().hash === '#reports';
  const [isOpen, setOpen] = useState(isLinked);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isLinked) return;
    setOpen(true);
    // The page has loaded this part after itself.
    section.current?.scrollIntoView?.();
  }, [isLinked]);
  return (
    <section ref={section} aria-labelledby="reports">
      <h2 id="reports">Your reports</h2>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
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

/** Returns the address of what was reported, if the viewer may read it. */
function addressOf({ kind, objectId, qid, title }: MyFlag): string | null {
  if (kind === 'community') return title ? routes.community.to(objectId) : null;
  if (kind === 'user') return title ? routes.user.to(title) : null;
  return qid ? routes.question.to(qid, objectId) : null;
}

/** What precedes the title of a question. */
const places: Partial<Record<CaseKind, string>> = { answer: 'Answer to ', comment: 'Comment on ' };

/** Names what was reported, as far as the viewer may read it. */
function Reported({ flag }: { flag: MyFlag }) {
  const { kind, title } = flag;
  const address = addressOf(flag);
  const word = wordOf(kind).replace(/^./, (letter) => letter.toUpperCase());
  if (!title) return <>{word}</>;
  const name = <bdi>{title}</bdi>;
  return (
    <>
      {places[kind] ?? `${word} `}
      {address ? <Link to={address}>{name}</Link> : name}
    </>
  );
}

function Item({ flag }: { flag: MyFlag }) {
  const { _id: id, kind, reason, text, createdAt, outcome, removed, decisionReason } = flag;
  const { mutate } = useSWRConfig();
  const { busy, error, run } = useAction('Error while withdrawing the report', () => mutate(keysOfTypes('flags')));
  return (
    <li>
      <div>
        <p className="mb-0">
          <Reported flag={flag} />
        </p>
        <span>{outcome ? `Your report ${verdictOf(kind, outcome, removed)}` : 'Not decided yet'}</span>
        {decisionReason && (
          <p className="mb-0">
            Reason: <bdi>{decisionReason}</bdi>
          </p>
        )}
        <p className="small muted mb-0">
          {reasons[reason]} · <RelativeTime time={createdAt} />
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
