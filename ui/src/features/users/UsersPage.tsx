import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { User } from '../../api/generated';
import { CardGrid, LinkCard } from '../../components/CardGrid';
import { Empty } from '../../components/Empty';
import { Marked } from '../../components/Marked';
import { PagedList } from '../../components/PagedList';
import { PageHead } from '../../components/PageHead';
import { useListPart } from '../../components/useListPart';
import { usePageTitle } from '../../components/usePageTitle';
import { lettersFinder } from '../../lib/marks';
import { routes } from '../../lib/routes';
import { useKeptFocus } from '../../lib/useKeptFocus';
import { userSearch } from '../../lib/userSearch';
import { useTypedParameter } from '../../lib/useTypedParameter';
import { usersPath } from './api';

/** All users, or those whose name contains what is typed. */
export default function UsersPage() {
  usePageTitle('Users');
  const root = useKeptFocus<HTMLDivElement>();
  const [query] = useSearchParams();
  const search = query.get('search')?.trim() ?? '';
  const [text, setText] = useTypedParameter('search');
  const path = usersPath(search);
  const { page, isCurrent } = useListPart<User>(path);
  const find = useMemo(() => lettersFinder(search), [search]);
  return (
    <div ref={root}>
      <PageHead title="Users List">
        <input
          type="search"
          className="form-control w-auto"
          placeholder={userSearch.placeholder}
          aria-label="Search Usernames"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </PageHead>
      <p className="muted" role="status" aria-busy={!isCurrent}>
        {page ? `${page.total} users` : ' '}
      </p>
      <PagedList<User> path={path} failed={userSearch.failed} empty={<NoUsers search={search} />}>
        {(users) => (
          <CardGrid>
            {users.map((user) => (
              <LinkCard
                key={user._id}
                to={routes.user.to(user.username)}
                title={<Marked text={user.username} find={find} />}
              >
                {user.displayName && user.displayName !== user.username && (
                  <p className="small mb-0">
                    <bdi>
                      <Marked text={user.displayName} find={find} />
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
    <Empty title={userSearch.none}>
      <p className="muted">Nobody is called “{search}”.</p>
      <Link to={routes.users.to()}>Show all users</Link>
    </Empty>
  );
}
