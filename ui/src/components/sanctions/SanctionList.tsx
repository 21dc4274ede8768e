import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { serverNow } from '../../api/client';
import type { ContentRemoval, Sanction } from '../../api/generated';
import { announce } from '../../lib/announce';
import { keysOfTypes, type PageKey } from '../../lib/cacheKeys';
import { momentOf } from '../../lib/dates';
import { useAction } from '../../lib/useAction';
import { AuthorLink } from '../AuthorLink';
import { EmptyState } from '../EmptyState';
import { InlineError } from '../InlineError';
import { PagedList } from '../PagedList';
import { RelativeTime } from '../RelativeTime';
import { RowList } from '../RowList';
import { contentRemovalsKey, sanctionNames, undoAction } from './api';

/** The time for which a warning or a removal can be undone, in milliseconds. */
const undoMs = 30 * 24 * 3600 * 1000;

const day = (time: string) => momentOf(time);

/** What undoes each kind of sanction. */
const undoNames: Record<Sanction['kind'], string> = {
  warning: 'Withdraw',
  clearing: 'Restore',
  silence: 'Lift',
  suspension: 'Lift',
};

/** Returns what became of a sanction. */
function stateOf({ kind, endsAt, liftedAt }: Sanction): string {
  if (liftedAt) return `${kind === 'clearing' ? 'undone' : 'lifted'} ${day(liftedAt)}`;
  if (!endsAt) return '';
  return Date.parse(endsAt) > serverNow() ? `until ${day(endsAt)}` : `ended ${day(endsAt)}`;
}

function canUndo({ endsAt, liftedAt, createdAt }: Sanction): boolean {
  if (liftedAt) return false;
  if (!endsAt) return serverNow() - Date.parse(createdAt) < undoMs;
  return Date.parse(endsAt) > serverNow();
}

/** Lists sanctions, which can be undone. `withNames`: of several members. */
export function SanctionList({ listKey, withNames = false }: { listKey: PageKey; withNames?: boolean }) {
  return (
    <PagedList<Sanction>
      listKey={listKey}
      errorText="Error when fetching the sanctions"
      empty={
        withNames ? <EmptyState title="No sanctions" /> : <p className="muted">No warnings, silences or suspensions.</p>
      }
      revalidateOnFocus
    >
      {(sanctions) => (
        <RowList>
          {sanctions.map((sanction) => (
            <li key={sanction._id}>
              <div>
                <p className="mb-0">
                  <strong>{sanctionNames[sanction.kind]}</strong>{' '}
                  {withNames && (
                    <>
                      of <AuthorLink name={sanction.username} />{' '}
                    </>
                  )}
                  <span>{stateOf(sanction)}</span>
                </p>
                <p className="mb-0">
                  Reason: <bdi>{sanction.reason}</bdi>
                </p>
                <Origin by={sanction.createdBy} at={sanction.createdAt} />
              </div>
              {canUndo(sanction) && (
                <Undo
                  logId={sanction.logId}
                  label={
                    sanction.kind === 'clearing'
                      ? `Restore the profile of ${sanction.username}`
                      : `Lift the ${sanction.kind} of ${sanction.username}`
                  }
                  text={undoNames[sanction.kind]}
                  done={sanction.kind === 'clearing' ? 'The profile is restored' : 'The sanction is lifted'}
                />
              )}
            </li>
          ))}
        </RowList>
      )}
    </PagedList>
  );
}

const Origin = ({ by, at }: { by: string | undefined; at: string }) => (
  <p className="small muted mb-0">
    By {by ? <AuthorLink name={by} /> : 'the operator'} <RelativeTime time={at} />
  </p>
);

/** Lists the removals of everything that a member has written, which can be undone. Nothing if there are none. */
export function ContentRemovals({ username }: { username: string }) {
  return (
    <PagedList<ContentRemoval>
      listKey={contentRemovalsKey(username)}
      errorText="Error when fetching the removals"
      empty={null}
      revalidateOnFocus
    >
      {(removals) => (
        <RowList>
          {removals.map(({ _id, span, count, isPending, undoneAt, reason, removedBy, removedAt, logId }) => (
            <li key={_id}>
              <div>
                <p className="mb-0">
                  <strong>Posts removed</strong> {span === 'day' ? '(24 hours)' : '(all)'}
                  {undoneAt ? `, undone ${day(undoneAt)}` : `: ${count}`}
                  {isPending && ', going on'}
                  {isPending && <RefetchWhilePending />}
                </p>
                <p className="mb-0">
                  Reason: <bdi>{reason}</bdi>
                </p>
                <Origin by={removedBy} at={removedAt} />
              </div>
              {!undoneAt && serverNow() - Date.parse(removedAt) < undoMs && (
                <Undo
                  logId={logId}
                  label={`Restore the posts of ${username}`}
                  text="Restore"
                  done="The posts are being restored"
                />
              )}
            </li>
          ))}
        </RowList>
      )}
    </PagedList>
  );
}

/** The time between two fetches of what goes on, in milliseconds. */
const refetchMs = 2000;

/** Fetches the lists again while a removal or a restoration goes on. */
function RefetchWhilePending() {
  const { mutate } = useSWRConfig();
  useEffect(() => {
    const timer = setInterval(() => void mutate(keysOfTypes('sanctions')), refetchMs);
    return () => clearInterval(timer);
  }, [mutate]);
  return null;
}

type UndoProps = { logId: string; label: string; text: string; done: string };

function Undo({ logId, label, text, done }: UndoProps) {
  const { mutate } = useSWRConfig();
  const { busy, error, run } = useAction('Error while undoing it', () =>
    mutate(keysOfTypes('sanctions', 'administration')),
  );
  const undo = async () => {
    if (await run(() => undoAction(logId))) announce(done);
  };
  return (
    <div>
      <button
        type="button"
        className="btn btn-sm btn-outline-secondary"
        aria-label={label}
        aria-disabled={busy}
        onClick={undo}
      >
        {text}
      </button>
      <InlineError error={error} />
    </div>
  );
}
