import type { SessionInfo } from '../../api/generated';
import { AuthorLink } from '../../components/AuthorLink';
import { Badge } from '../../components/Badge';
import { EmptyState } from '../../components/EmptyState';
import { InlineError } from '../../components/InlineError';
import { PagedList } from '../../components/PagedList';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { announce } from '../../lib/announce';
import { browserName } from '../../lib/browserName';
import { useAction } from '../../lib/useAction';
import styles from './Administration.module.css';
import { endSession } from './api';
import { sessionsKey } from './keys';
import { SearchInput, useSearch } from './SearchInput';
import { useRefresh } from './useRefresh';

/** Lists the sessions of all users, which can be ended. */
export function Sessions() {
  return (
    <>
      <div className={styles.bar}>
        <SearchInput label="Search users" />
      </div>
      <PagedList<SessionInfo>
        listKey={sessionsKey(useSearch())}
        errorText="Error when fetching the sessions"
        empty={<EmptyState title="No sessions found" />}
      >
        {(sessions) => (
          <RowList>
            {sessions.map((sessionInfo) => (
              <Item key={sessionInfo.session._id} sessionInfo={sessionInfo} />
            ))}
          </RowList>
        )}
      </PagedList>
    </>
  );
}

function Item({ sessionInfo: { username, session } }: { sessionInfo: SessionInfo }) {
  const { _id: id, address, userAgent, createdAt, lastSeenAt, current } = session;
  const { busy, error, run } = useAction('Error while ending the session', useRefresh());
  const browser = browserName(userAgent);
  const end = async () => {
    if (await run(() => endSession(id))) announce(`${username} was logged out of that session`);
  };
  return (
    <li>
      <div>
        <AuthorLink name={username} /> {current && <Badge>this browser</Badge>}
        <p className="small muted mb-0">
          <span title={userAgent}>{browser}</span> · {address} · logged in <RelativeTime time={createdAt} /> · last seen{' '}
          <RelativeTime time={lastSeenAt} />
        </p>
        <InlineError error={error} />
      </div>
      {!current && (
        <button
          type="button"
          className="btn btn-sm btn-outline-secondary"
          aria-label={`Log out: ${username}, ${browser}, ${address}`}
          aria-disabled={busy}
          onClick={end}
        >
          Log out
        </button>
      )}
    </li>
  );
}
