import { Link } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { InlineError } from '../../components/InlineError';
import { PagedList } from '../../components/PagedList';
import { RowList } from '../../components/RowList';
import { routes } from '../../lib/routes';
import { useAction } from '../../lib/useAction';
import { unblockUser } from './api';
import { blockedUsersKey, isAboutBlocks } from './keys';

/** Lists the users whom the viewer has blocked, who can be unblocked. */
export function BlockedUsers() {
  const { mutate } = useSWRConfig();
  const { busy, error, run } = useAction('Error while unblocking', () => mutate(isAboutBlocks));
  return (
    // Receives the focus of an unblocked user.
    <section aria-labelledby="blocked-users" tabIndex={-1}>
      <h2 id="blocked-users">Blocked users</h2>
      <PagedList<string>
        listKey={blockedUsersKey}
        errorText="Failed to fetch the blocked users"
        empty={<p className="muted">You have blocked nobody. A user’s profile has a button for it.</p>}
      >
        {(names) => (
          <RowList>
            {names.map((name) => (
              <li key={name}>
                <Link to={routes.user.to(name)}>
                  <bdi>{name}</bdi>
                </Link>
                <button
                  type="button"
                  className="btn btn-outline-secondary btn-sm"
                  aria-label={`Unblock ${name}`}
                  disabled={busy}
                  onClick={() => void run(() => unblockUser(name))}
                >
                  Unblock
                </button>
              </li>
            ))}
          </RowList>
        )}
      </PagedList>
      <InlineError error={error} />
    </section>
  );
}
