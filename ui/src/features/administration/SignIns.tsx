import type { SignIn } from '../../api/generated';
import { AuthorLink } from '../../components/AuthorLink';
import { Badge } from '../../components/Badge';
import { Empty } from '../../components/Empty';
import { ErrorLine } from '../../components/ErrorLine';
import { PagedList } from '../../components/PagedList';
import { RelativeTime } from '../../components/RelativeTime';
import { announce } from '../../lib/announce';
import { browserName } from '../../lib/browserName';
import { useAction } from '../../lib/useAction';
import styles from './Administration.module.css';
import { endSession, signInsPath } from './api';
import { SearchBox, useSearch } from './SearchBox';
import { useRefresh } from './useRefresh';

/** Where people are logged in, and the way to end that. */
export function SignIns() {
  return (
    <>
      <div className={styles.tools}>
        <SearchBox label="Search users" />
      </div>
      <PagedList<SignIn>
        path={signInsPath(useSearch())}
        failed="Error when fetching the sign-ins"
        empty={<Empty title="Nobody found is logged in" />}
      >
        {(signIns) => (
          <ul className={styles.list}>
            {signIns.map((signIn) => (
              <Item key={signIn.session._id} signIn={signIn} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function Item({ signIn: { username, session } }: { signIn: SignIn }) {
  const { _id: id, address, userAgent, createdAt, lastSeenAt, current } = session;
  const { busy, error, run } = useAction('Error while ending the session', useRefresh());
  const browser = browserName(userAgent);
  const end = async () => {
    if (await run(() => endSession(id))) announce(`${username} is logged out there`);
  };
  return (
    <li>
      <div>
        <AuthorLink name={username} /> {current && <Badge>this browser</Badge>}
        <p className="small muted mb-0">
          <span title={userAgent}>{browser}</span> · {address} · logged in <RelativeTime time={createdAt} /> · last seen{' '}
          <RelativeTime time={lastSeenAt} />
        </p>
        <ErrorLine error={error} />
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
