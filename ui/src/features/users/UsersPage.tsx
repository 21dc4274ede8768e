import { useState } from 'react';
import useSWR from 'swr';
import { getPage, type Page } from '../../api/client';
import type { User } from '../../api/generated';
import { CardGrid, LinkCard } from '../../components/CardGrid';
import { Empty } from '../../components/Empty';
import { PagedList } from '../../components/PagedList';
import { PageHead } from '../../components/PageHead';
import { usePageTitle } from '../../components/usePageTitle';
import { routes } from '../../lib/routes';
import { useDebounced } from '../../lib/useDebounced';
import { usersPath } from './api';

/** Between the last key and the search, in milliseconds. */
const searchDelay = 400;

/** All users, or those whose name contains what is typed. */
export default function UsersPage() {
  usePageTitle('Users');
  const [search, setSearch] = useState('');
  const path = usersPath(useDebounced(search.trim(), searchDelay));
  const { data } = useSWR<Page<User>, unknown>(path, getPage, { keepPreviousData: true });
  return (
    <>
      <PageHead title="Users List">
        <input
          type="search"
          className="form-control w-auto"
          placeholder="Search Usernames ..."
          aria-label="Search Usernames"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </PageHead>
      <p className="muted" role="status">
        {data ? `${data.total} users` : ' '}
      </p>
      <PagedList<User> path={path} failed="Error when fetching users" empty={<Empty title="No Users Found" />}>
        {(users) => (
          <CardGrid>
            {users.map((user) => (
              <LinkCard key={user._id} to={routes.user.to(user.username)} title={user.username}>
                <p className="small muted mb-0">Joined {new Date(user.dateJoined).toLocaleDateString()}</p>
              </LinkCard>
            ))}
          </CardGrid>
        )}
      </PagedList>
    </>
  );
}
