import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { NewPassword, Standing } from '../../api/generated';
import { type Action, ActionMenu } from '../../components/ActionMenu';
import { AuthorLink } from '../../components/AuthorLink';
import { Badge } from '../../components/Badge';
import { Empty } from '../../components/Empty';
import { PagedList } from '../../components/PagedList';
import { RelativeTime } from '../../components/RelativeTime';
import { announce } from '../../lib/announce';
import { counted } from '../../lib/counted';
import { useUser } from '../../lib/session';
import styles from './Administration.module.css';
import { demoteUser, disableUser, enableUser, promoteUser, resetSignIn, type UserFilter, usersPath } from './api';
import { PasswordDialog } from './PasswordDialog';
import { SearchBox, useSearch } from './SearchBox';
import { useRefresh } from './useRefresh';

const filters = { all: 'Everyone', administrators: 'Administrators', disabled: 'Disabled' } as const;

/** All accounts, and what an administrator can do with them. */
export function Accounts() {
  const search = useSearch();
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('show') ?? '';
  const filter: UserFilter = wanted === 'administrators' || wanted === 'disabled' ? wanted : 'all';
  const show = (value: string) =>
    setQuery(
      (query) => {
        query.set('show', value);
        return query;
      },
      { replace: true },
    );
  return (
    <>
      <div className={styles.tools}>
        <SearchBox label="Search users" />
        <select
          className="form-select w-auto"
          aria-label="Show"
          value={filter}
          onChange={(event) => show(event.target.value)}
        >
          {Object.entries(filters).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      <PagedList<Standing>
        path={usersPath(search, filter)}
        failed="Error when fetching the users"
        empty={<Empty title="Nobody found" />}
      >
        {(accounts) => (
          <ul className={styles.list}>
            {accounts.map((account) => (
              <Account key={account._id} account={account} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function Account({ account }: { account: Standing }) {
  const { username, role, disabledAt, dateJoined, lastSeenAt, sessions } = account;
  const isMine = useUser().username === username;
  const refresh = useRefresh();
  const [password, setPassword] = useState<NewPassword | null>(null);
  return (
    <li>
      <div>
        <AuthorLink name={username} /> {role === 'administrator' && <Badge>Administrator</Badge>}{' '}
        {disabledAt && <Badge>Disabled</Badge>}
        <p className="small muted mb-0">
          Joined {new Date(dateJoined).toLocaleDateString()}
          {disabledAt && (
            <>
              {' '}
              · disabled <RelativeTime time={disabledAt} />
            </>
          )}
          {lastSeenAt && (
            <>
              {' '}
              · last seen <RelativeTime time={lastSeenAt} />
            </>
          )}
          {sessions > 0 && ` · ${counted(sessions, 'session')}`}
        </p>
      </div>
      <ActionMenu
        label={`Actions for ${username}`}
        actions={isMine ? [] : actionsFor(account, setPassword)}
        settle={refresh}
      />
      {password && <PasswordDialog {...password} close={() => setPassword(null)} />}
    </li>
  );
}

/** What can be done with somebody else's account. */
function actionsFor({ username, role, disabledAt }: Standing, show: (password: NewPassword) => void): Action[] {
  const say = (text: string, call: (userId: string) => Promise<unknown>) => async () => {
    await call(username);
    announce(text);
  };
  const enable: Action = {
    label: 'Enable',
    title: `Enable ${username}?`,
    consequence: `${username} can log in again.`,
    confirm: 'Enable',
    failed: 'Error while enabling the user',
    call: say(`${username} is enabled`, enableUser),
  };
  const disable: Action = {
    label: 'Disable',
    title: `Disable ${username}?`,
    consequence: `${username} is logged out everywhere at once and cannot log in until you take it back. What ${username} wrote stays.`,
    confirm: 'Disable',
    failed: 'Error while disabling the user',
    call: say(`${username} is disabled`, disableUser),
  };
  const promote: Action = {
    label: 'Make administrator',
    title: `Make an administrator of ${username}?`,
    consequence: `${username} can do all that you can do here.`,
    confirm: 'Make administrator',
    failed: 'Error while promoting the user',
    call: say(`${username} is an administrator now`, promoteUser),
  };
  const demote: Action = {
    label: 'Remove as administrator',
    title: `Remove ${username} as administrator?`,
    consequence: `${username} stays a user like others.`,
    confirm: 'Remove as administrator',
    failed: 'Error while demoting the user',
    call: say(`${username} is no administrator any more`, demoteUser),
  };
  const reset: Action = {
    label: 'Reset sign-in',
    title: `Reset the sign-in of ${username}?`,
    consequence: `${username} is logged out everywhere and gets a new password, which you are shown once and hand over.`,
    confirm: 'Reset sign-in',
    failed: 'Error while resetting the sign-in',
    call: async () => show(await resetSignIn(username)),
  };
  return [disabledAt ? enable : disable, role === 'administrator' ? demote : promote, reset];
}
