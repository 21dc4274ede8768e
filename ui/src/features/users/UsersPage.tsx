import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { User } from '../../api/generated';
import { CardGrid, LinkCard } from '../../components/CardGrid';
import { EmptyState } from '../../components/EmptyState';
import { Highlight } from '../../components/Highlight';
import { PagedList } from '../../components/PagedList';
import { PageHeader } from '../../components/PageHeader';
import { usePage } from '../../components/usePage';
import { usePageTitle } from '../../components/usePageTitle';
import { substringFinder } from '../../lib/highlightRanges';
import { routes } from '../../lib/routes';
import { useFocusRestore } from '../../lib/useFocusRestore';
import { userSearchTexts } from '../../lib/userSearchTexts';
import { useSearchParamInput } from '../../lib/useSearchParamInput';
import { userListKey } from './keys';

/** Lists all users, or those whose name contains the search. */
export default function UsersPage() {
  usePageTitle('Users');
  const root = useFocusRestore<HTMLDivElement>();
  const [query] = useSearchParams();
  const search = query.get('search')?.trim() ?? '';
  const [text, setText] = useSearchParamInput('search');
  const listKey = userListKey(search);
  const { page, isCurrent } = usePage<User>(listKey);
  const find = useMemo(() => substringFinder(search), [search]);
  return (
    <div ref={root}>
      <PageHeader title="Users List">
        <input
          type="search"
          className="form-control w-auto"
          placeholder={userSearchTexts.placeholder}
          aria-label="Search Usernames"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </PageHeader>
      <p className="muted" role="status" aria-busy={!isCurrent}>
        {page ? `${page.total} users` : ' '}
      </p>
      <PagedList<User> listKey={listKey} empty={<NoUsers search={search} />}>
        {(users) => (
          <CardGrid>
            {users.map((user) => (
              <LinkCard
                key={user._id}
                to={routes.user.to(user.username)}
                title={<Highlight text={user.username} find={find} />}
              >
                {user.displayName && user.displayName !== user.username && (
                  <p className="small mb-0">
                    <bdi>
                      <Highlight text={user.displayName} find={find} />
                    </bdi>
                  </p>
                )}
                <p className="small muted mb-0">Joined {new Date(user.dateJoined).toLocaleDateString()}</p>
              </LinkCard>
            ))}
          </CardGrid>
        )}
      </PagedList>
    </div>
  );
}

function NoUsers({ search }: { search: string }) {
  return (
    <EmptyState title={userSearchTexts.none}>
      <p className="muted">No username contains “{search}”.</p>
      <Link to={routes.users.to()}>Show all users</Link>
    </EmptyState>
  );
}
