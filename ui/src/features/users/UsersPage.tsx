import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import { getPage, type Page } from '../../api/client';
import type { User } from '../../api/generated';
import { Empty } from '../../components/Empty';
import { ErrorBox } from '../../components/ErrorBox';
import { Skeleton } from '../../components/Skeleton';
import { usePageTitle } from '../../components/usePageTitle';
import { routes } from '../../lib/routes';
import { usersPath } from './api';
import styles from './UsersPage.module.css';

/** All users, or those whose name contains what is typed. */
export default function UsersPage() {
  usePageTitle('Users');
  const [search, setSearch] = useState('');
  const path = usersPath(useDeferredValue(search.trim()));
  const { data } = useSWR<Page<User>, unknown>(path, getPage, { keepPreviousData: true });
  return (
    <>
      <div className={styles.head}>
        <h1>Users List</h1>
        <input
          type="search"
          className={`form-control ${styles.search}`}
          placeholder="Search Usernames ..."
          aria-label="Search Usernames"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <p className="muted" role="status">
        {data ? `${data.total} users` : ' '}
      </p>
      <Parts key={path} path={path} />
    </>
  );
}

function Parts({ path }: { path: string }) {
  const [parts, setParts] = useState(1);
  return <Part path={path} parts={parts} more={() => setParts(parts + 1)} />;
}

function Part({ path, parts, more }: { path: string; parts: number; more: () => void }) {
  const { data, error, mutate } = useSWR<Page<User>, unknown>(path, getPage);
  if (error && !data) return <ErrorBox error={error} text="Error when fetching users" retry={() => void mutate()} />;
  if (!data) return <Skeleton />;
  if (!data.items.length) return <Empty title="No Users Found" />;
  return (
    <>
      <ul className={styles.grid}>
        {data.items.map((user) => (
          <li key={user._id} className={styles.card}>
            <Link to={routes.user.to(user.username)} className={styles.name}>
              <bdi>{user.username}</bdi>
            </Link>
            <p className="small muted mb-0">Joined {new Date(user.dateJoined).toLocaleDateString()}</p>
          </li>
        ))}
      </ul>
      {data.next && parts > 1 && <Part path={data.next} parts={parts - 1} more={more} />}
      {data.next && parts === 1 && (
        <div className="text-center py-3">
          <button type="button" className="btn btn-outline-secondary" onClick={more}>
            Load more
          </button>
        </div>
      )}
    </>
  );
}
