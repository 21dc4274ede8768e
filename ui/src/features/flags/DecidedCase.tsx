import type { Decision, FlagCase } from '../../api/generated';
import { AuthorLink } from '../../components/AuthorLink';
import { InlineError } from '../../components/InlineError';
import { RelativeTime } from '../../components/RelativeTime';
import { announce } from '../../lib/announce';
import { useAction } from '../../lib/useAction';
import { undoDecision } from './api';
import { CaseContent } from './CaseContent';
import styles from './Queue.module.css';

const decisions: Record<Decision, string> = {
  uphold: 'Upheld',
  decline: 'Declined',
  abuse: 'Declined as an abuse',
  approve: 'Approved',
  reject: 'Rejected',
};

/** Shows a decided case, whose decision can be undone. */
export function DecidedCase({ item, refresh }: { item: FlagCase; refresh: () => Promise<unknown> }) {
  const { _id: id, decision, decisionReason, decidedBy, decidedAt, removed, canUndo, kind } = item;
  const { busy, error, run } = useAction('Error while undoing the decision', refresh);
  const undo = async () => {
    if (await run(() => undoDecision(id))) announce('The decision is undone');
  };
  return (
    <li>
      <div className={styles.case}>
        <CaseContent item={item} content={item.content} />
        <p className="mb-0">
          <span>{decision && decisions[decision]}</span>
          {removed && <span> and removed</span>}: <bdi>{decisionReason}</bdi>
        </p>
        <p className="small muted mb-0">
          By {decidedBy && <AuthorLink name={decidedBy} />} {decidedAt && <RelativeTime time={decidedAt} />}
        </p>
        <InlineError error={error} />
      </div>
      {canUndo && (
        <button
          type="button"
          className="btn btn-sm btn-outline-secondary"
          aria-label={`Undo the decision about the ${kind}`}
          aria-disabled={busy}
          onClick={undo}
        >
          Undo
        </button>
      )}
    </li>
  );
}
