import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { BulkRemoval, NewAccounts as Numbers, Signups } from '../../api/generated';
import { ActionMenu } from '../../components/ActionMenu';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { InlineError } from '../../components/InlineError';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { announce } from '../../lib/announce';
import { fetchKey } from '../../lib/cacheKeys';
import { momentOf } from '../../lib/dates';
import { failureOf } from '../../lib/failure';
import { pluralize } from '../../lib/pluralize';
import { routes } from '../../lib/routes';
import { useAction } from '../../lib/useAction';
import styles from './Administration.module.css';
import { removeNewUsers, undoBulkRemoval } from './api';
import { bulkRemovalsKey, newAccountsKey, type SignupSpan, signupsKey, type UserFilter } from './keys';
import { useRefresh } from './useRefresh';

const hour = 3_600_000;
const lengths: Partial<Record<UserFilter, number>> = { hour, day: 24 * hour };

/** The last part of the time before now. */
const last = (length: number): SignupSpan => ({
  since: new Date(Date.now() - length).toISOString(),
  until: new Date().toISOString(),
});

/** Returns the time span of a filter, which stays until another one is chosen, and a function that sets it. */
export function useSignupSpan(filter: UserFilter): [SignupSpan | null, (span: SignupSpan) => void] {
  const initial = () => ({ filter, span: lengths[filter] ? last(lengths[filter]) : null });
  const [chosen, setChosen] = useState(initial);
  if (chosen.filter !== filter) setChosen(initial());
  return [chosen.span, (span) => setChosen({ filter, span })];
}

/** Says how many accounts wait for approval, and whether there is a wave of sign-ups. */
export function SignupStatus() {
  const { data } = useSWR<Signups, unknown>(signupsKey, fetchKey);
  if (!data?.waiting && !data?.wave) return null;
  const { waiting, wave } = data;
  return (
    <div className="mb-3">
      {wave && (
        <p role="status" className="mb-1">
          <strong>Wave of sign-ups.</strong> Since <RelativeTime time={wave.beganAt} /> sign-ups need approval and a
          proof of work: {wave.most} in an hour{wave.network && ` from ${wave.network}`}, more than {wave.limit}. This
          ends by itself after a calm hour.
        </p>
      )}
      {waiting > 0 && (
        <p className="mb-1">
          <Link to={routes.queue.to()}>{pluralize(waiting, 'account')}</Link> {waiting === 1 ? 'waits' : 'wait'} for
          approval.
        </p>
      )}
    </div>
  );
}

/** Chooses a time span of sign-ups within the last 30 days. */
export function SpanForm({ show }: { show: (span: SignupSpan) => void }) {
  const [since, setSince] = useState('');
  const [until, setUntil] = useState('');
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!since) return;
    const end = until ? new Date(until) : new Date();
    show({ since: new Date(since).toISOString(), until: new Date(Math.min(end.getTime(), Date.now())).toISOString() });
  };
  return (
    <form className={styles.bar} aria-label="Time span of sign-ups" onSubmit={submit}>
      <label htmlFor={`${id}-since`}>From</label>
      <input
        id={`${id}-since`}
        type="datetime-local"
        className="form-control w-auto"
        required
        value={since}
        onChange={(event) => setSince(event.target.value)}
      />
      <label htmlFor={`${id}-until`}>until</label>
      <input
        id={`${id}-until`}
        type="datetime-local"
        className="form-control w-auto"
        value={until}
        onChange={(event) => setUntil(event.target.value)}
      />
      <button type="submit" className="btn btn-outline-secondary">
        Show
      </button>
    </form>
  );
}

/** Returns how many users and waiting accounts there are, in words. */
const inWords = ({ users, waiting }: Numbers) =>
  [
    users > 0 || !waiting ? pluralize(users, 'account') : '',
    waiting > 0 ? `${pluralize(waiting, 'account')} waiting for approval` : '',
  ]
    .filter(Boolean)
    .join(' and ');

/** Removes all accounts that signed up in a time span. */
export function NewAccounts({ span }: { span: SignupSpan }) {
  const { data, error } = useSWR<Numbers, unknown>(newAccountsKey(span), fetchKey);
  const [isRemoving, setRemoving] = useState(false);
  if (error) return <InlineError error={failureOf('Error while counting the accounts', error)} />;
  if (!data) return null;
  const all = data.users + data.waiting;
  return (
    <div className={`${styles.bar} align-items-center`}>
      <p className="mb-0">{inWords(data)}, not counting staff</p>
      {all > 0 && (
        <button type="button" className="btn btn-outline-danger" onClick={() => setRemoving(true)}>
          Remove all {all}
        </button>
      )}
      {isRemoving && <RemovalDialog span={span} numbers={data} close={() => setRemoving(false)} />}
    </div>
  );
}

type DialogProps = { span: SignupSpan; numbers: Numbers; close: () => void };

function RemovalDialog({ span, numbers, close }: DialogProps) {
  const { busy, error, run } = useAction('Error while removing the accounts');
  const refresh = useRefresh();
  const [reason, setReason] = useState('Spam');
  const id = useId();
  const remove = async () => {
    await removeNewUsers(span.since, span.until, reason);
    announce('The accounts are being removed');
    await refresh();
  };
  return (
    <ConfirmDialog
      title={`Remove ${inWords(numbers)}?`}
      action="Remove all"
      busy={busy}
      error={error}
      onConfirm={() => run(remove)}
      onClose={close}
    >
      They are logged out, and their posts go away for everybody. You can undo this for 30 days; then they are erased.
      Their chat messages and mail settings are deleted at once and do not come back.
      <label htmlFor={id} className="form-label d-block mt-3 mb-1">
        Reason, for the log
      </label>
      <input
        id={id}
        className="form-control"
        dir="auto"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}

/** Lists the removals of the last 30 days, which can be undone. */
export function BulkRemovals() {
  const refresh = useRefresh();
  const { data } = useSWR<BulkRemoval[], unknown>(bulkRemovalsKey, fetchKey, {
    refreshInterval: (removals) => (removals?.some(({ remaining }) => remaining > 0) ? 2_000 : 0),
  });
  // The accounts and their numbers change with each step.
  const remaining = data?.reduce((sum, removal) => sum + removal.remaining, 0) ?? 0;
  const shown = useRef(remaining);
  useEffect(() => {
    if (shown.current !== remaining) void refresh();
    shown.current = remaining;
  });
  if (!data?.length) return null;
  return (
    <section aria-labelledby="bulk-removals-heading">
      <h2 id="bulk-removals-heading">Removed new accounts</h2>
      <RowList>
        {data.map((removal) => (
          <li key={removal._id}>
            <div>
              {inWords(removal)}: <span dir="auto">{removal.reason}</span>
              <p className="small muted mb-0">
                Removed by <bdi>{removal.removedBy}</bdi> <RelativeTime time={removal.removedAt} /> · signed up from{' '}
                {momentOf(removal.since)} until {momentOf(removal.until)}
                {removal.undoneAt && ' · undone'}
                {removal.remaining > 0 && ` · ${removal.remaining} left to ${removal.undoneAt ? 'restore' : 'remove'}`}
              </p>
            </div>
            <ActionMenu
              label={`Actions for the removal of ${inWords(removal)}`}
              actions={
                removal.undoneAt
                  ? []
                  : [
                      {
                        label: 'Undo',
                        title: `Restore ${inWords(removal)}?`,
                        consequence: 'They can log in again, and their posts come back.',
                        confirm: 'Restore all',
                        isHarmless: true,
                        errorText: 'Error while restoring the accounts',
                        call: () => undoBulkRemoval(removal._id),
                      },
                    ]
              }
              onDone={refresh}
            />
          </li>
        ))}
      </RowList>
    </section>
  );
}
