import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { User } from '../../api/generated';
import { Avatar } from '../../components/avatars/Avatar';
import { CardGrid, LinkCard } from '../../components/CardGrid';
import { Choices } from '../../components/Choices';
import { EmptyState } from '../../components/EmptyState';
import { Highlight } from '../../components/Highlight';
import { TwoLines } from '../../components/markdown/TwoLines';
import { PagedList } from '../../components/PagedList';
import { PageHeader } from '../../components/PageHeader';
import { UserCounts } from '../../components/UserCounts';
import { usePage } from '../../components/usePage';
import { usePageTitle } from '../../components/usePageTitle';
import { dateOf } from '../../lib/dates';
import { substringFinder } from '../../lib/highlightRanges';
import { plainText } from '../../lib/plainText';
import { routes } from '../../lib/routes';
import { useIsStranger } from '../../lib/stranger';
import { useFocusRestore } from '../../lib/useFocusRestore';
import { userSearchTexts } from '../../lib/userSearchTexts';
import { useSearchParamInput } from '../../lib/useSearchParamInput';
import { type UserOrder, userListKey, userOrders } from './keys';
import styles from './UsersPage.module.css';

/** Lists all users, or those whose name contains the search; those who have written most first, unless by name. */
export default function UsersPage() {
  usePageTitle('Users');
  const root = useFocusRestore<HTMLDivElement>();
  const [query, setQuery] = useSearchParams();
  const search = query.get('search')?.trim() ?? '';
  const [text, setText] = useSearchParamInput('search');
  const isStranger = useIsStranger();
  // A search in the other order needs an account.
  const isByName = query.get('order') === 'name' || (isStranger && search !== '');
  const order: UserOrder = isByName ? 'name' : 'mostPosts';
  const choose = (order: UserOrder) =>
    setQuery(
      (query) => {
        if (order === 'name') query.set('order', order);
        else query.delete('order');
        return query;
      },
      { replace: true },
    );
  const listKey = userListKey(search, order);
  const { page, isCurrent } = usePage<User>(listKey);
  const find = useMemo(() => substringFinder(search), [search]);
  return (
    <div ref={root}>
      <PageHeader
        title="Users List"
        note={
          <p className="muted small mb-0" role="status" aria-busy={!isCurrent}>
            {page ? `${page.total} users` : '\u00a0'}
          </p>
        }
      >
        <input
          type="search"
          className={`form-control ${styles.search}`}
          placeholder={userSearchTexts.placeholder}
          aria-label="Search Usernames"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </PageHeader>
      <Choices label="Order" names={userOrders} chosen={order} choose={choose} />
      <div className={styles.list}>
        <PagedList<User> listKey={listKey} empty={<NoUsers search={search} />}>
          {(users) => (
            <CardGrid>
              {users.map((user) => (
                <LinkCard
                  key={user._id}
                  to={routes.user.to(user.username)}
                  picture={<Avatar seed={user.username} size={2.5} />}
                  title={<Highlight text={user.username} find={find} />}
                >
                  {user.displayName && user.displayName !== user.username && (
                    <p className="small mb-0">
                      <bdi>
                        <Highlight text={user.displayName} find={find} />
                      </bdi>
                    </p>
                  )}
                  <p className="small muted mb-0">Joined {dateOf(user.dateJoined)}</p>
                  <p className="small muted mb-0">
                    <UserCounts user={user} />
                  </p>
                  <About biography={user.biography} />
                </LinkCard>
              ))}
            </CardGrid>
          )}
        </PagedList>
      </div>
    </div>
  );
}

/** The first line of a biography. */
function About({ biography }: { biography: string }) {
  const line = plainText(biography.trim().split('\n', 1)[0] ?? '');
  if (!line) return null;
  return (
    <TwoLines className={styles.about}>
      <bdi>{line}</bdi>
    </TwoLines>
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
