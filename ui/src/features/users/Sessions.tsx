import { useState } from 'react';
import useSWR from 'swr';
import { get } from '../../api/client';
import type { Session } from '../../api/generated';
import { ErrorBox } from '../../components/ErrorBox';
import { ErrorLine } from '../../components/ErrorLine';
import { RelativeTime } from '../../components/RelativeTime';
import { Skeleton } from '../../components/Skeleton';
import { browserName } from '../../lib/browserName';
import { endOtherSessions, endSession, sessionsPath } from './api';
import styles from './Sessions.module.css';

/** Where one is logged in, and the way to end that. */
export function Sessions() {
  const { data: sessions, error, mutate } = useSWR<Session[], unknown>(sessionsPath, get, { revalidateOnFocus: true });
  const [failed, setFailed] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const end = async (work: () => Promise<Session[]>, done: string) => {
    setFailed(null);
    setSaid('');
    try {
      await mutate(work(), { revalidate: false });
      setSaid(done);
    } catch {
      setFailed('Error while ending a session');
    }
  };
  return (
    // A session that has ended hands the focus to it.
    <section className={styles.sessions} aria-labelledby="sessions" tabIndex={-1}>
      <h2 id="sessions">Sessions</h2>
      <p className="muted">The browsers in which you are logged in.</p>
      {!sessions && (error ? <ErrorBox error={error} retry={() => void mutate()} /> : <Skeleton rows={1} />)}
      {sessions && (
        <ul>
          {sessions.map((session) => (
            <Item
              key={session._id}
              session={session}
              end={() => end(() => endSession(session._id), 'That session has ended.')}
            />
          ))}
        </ul>
      )}
      <ErrorLine error={failed} />
      <p role="status" className="success-line">
        {said}
      </p>
      {sessions && sessions.length > 1 && (
        <button
          type="button"
          className="btn btn-outline-secondary"
          onClick={() => void end(endOtherSessions, 'You are logged out everywhere else.')}
        >
          Log out everywhere else
        </button>
      )}
    </section>
  );
}

function Item({ session, end }: { session: Session; end: () => void }) {
  const { current, address, userAgent, createdAt, lastSeenAt } = session;
  const name = browserName(userAgent);
  return (
    <li>
      <div>
        <span title={userAgent}>{name}</span>
        {current && <span className={styles.current}>this browser</span>}
        <p className="small muted mb-0">
          {address} · logged in <RelativeTime time={createdAt} />
          {!current && (
            <>
              {' '}
              · last seen <RelativeTime time={lastSeenAt} />
            </>
          )}
        </p>
      </div>
      {!current && (
        <button
          type="button"
          className="btn btn-outline-secondary btn-sm"
          aria-label={`Log out: ${name}, ${address}`}
          onClick={end}
        >
          Log out
        </button>
      )}
    </li>
  );
}
