import { useState } from 'react';
import useSWR from 'swr';
import type { Session, SignInMethod } from '../../api/generated';
import { Badge } from '../../components/Badge';
import { ErrorMessage } from '../../components/ErrorMessage';
import { InlineError } from '../../components/InlineError';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { Skeleton } from '../../components/Skeleton';
import { browserName } from '../../lib/browserName';
import { fetchKey } from '../../lib/cacheKeys';
import { type Failure, failureOf } from '../../lib/failure';
import { endOtherSessions, endSession } from './api';
import { sessionsKey } from './keys';

/** Lists the viewer's sessions, which can be ended. */
export function Sessions() {
  const {
    data: sessions,
    error,
    mutate,
  } = useSWR<Session[], unknown>(sessionsKey, fetchKey, { revalidateOnFocus: true });
  const [failed, setFailed] = useState<Failure | null>(null);
  const [statusText, setSaid] = useState('');
  const end = async (work: () => Promise<Session[]>, done: string) => {
    setFailed(null);
    setSaid('');
    try {
      await mutate(work(), { revalidate: false });
      setSaid(done);
    } catch (failure) {
      setFailed(failureOf('Error while ending a session', failure));
    }
  };
  return (
    // Receives the focus of an ended session.
    <section aria-labelledby="sessions" tabIndex={-1}>
      <h2 id="sessions">Sessions</h2>
      <p className="muted">The browsers where you are logged in.</p>
      {!sessions && (error ? <ErrorMessage error={error} retry={() => void mutate()} /> : <Skeleton rows={1} />)}
      {sessions && (
        <RowList>
          {sessions.map((session) => (
            <Item
              key={session._id}
              session={session}
              end={() => end(() => endSession(session._id), 'That session has ended.')}
            />
          ))}
        </RowList>
      )}
      <InlineError error={failed} />
      <p role="status" className="success-line">
        {statusText}
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

const methods: Record<SignInMethod, string> = {
  password: 'with the password',
  code: 'with the password and a code',
  passkey: 'with a passkey',
  provider: 'at another service',
};

function Item({ session, end }: { session: Session; end: () => void }) {
  const { current, address, userAgent, createdAt, lastSeenAt, signedInBy } = session;
  const name = browserName(userAgent);
  return (
    <li>
      <div>
        <span title={userAgent}>{name}</span> {current && <Badge>this browser</Badge>}
        <p className="small muted mb-0">
          {address} · logged in {methods[signedInBy]} <RelativeTime time={createdAt} />
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
