import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { User } from '../../api/generated';
import { LoadMore } from '../../components/LoadMore';
import { Empty, Failure, Skeleton } from '../../components/states';
import { usePageTitle } from '../../lib/pageTitle';
import { paths } from '../../lib/paths';
import { searchDelay, useDebounced } from '../../lib/useDebounced';
import { useList } from '../../lib/useList';
import { usersPath } from './api';
import { JoinedDate } from './JoinedDate';
import styles from './UsersPage.module.css';

/** Everybody here, and a search by name. */
export function Component() {
  usePageTitle('Users List');
  const [text, setText] = useState('');
  const users = useList<User>(usersPath(useDebounced(text.trim(), searchDelay)));
  const { list } = users;
  return (
    <>
      <div className={styles.head}>
        <h1>Users List</h1>
        <input
          className={`form-control ${styles.search}`}
          type="search"
          aria-label="Search usernames"
          placeholder="Search Usernames ..."
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
        />
      </div>
      <p className="muted mb-3" role="status">
        {list && `${list.total} users`}
      </p>
      {!list && !users.error && <Skeleton />}
      {!list && users.error && (
        <Failure error={users.error} sentence="Error when fetching users" onRetry={users.reload} />
      )}
      {list?.items.length === 0 && <Empty title="No Users Found" />}
      <ul className={styles.grid}>
        {list?.items.map((user) => (
          <li key={user._id} className={styles.card}>
            <Link className={styles.name} to={paths.user.to(user.username)}>
              {user.username}
            </Link>
            <p className="small muted mb-0">
              joined <JoinedDate time={user.dateJoined} />
            </p>
          </li>
        ))}
      </ul>
      {list?.next && <LoadMore grow={users.grow} growing={users.growing} />}
    </>
  );
}
