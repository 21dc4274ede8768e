import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import type { AdminUserView, PasswordLink } from '../../api/generated';
import { type Action, ActionMenu } from '../../components/ActionMenu';
import { AuthorLink } from '../../components/AuthorLink';
import { Badge } from '../../components/Badge';
import { CopyLink } from '../../components/CopyLink';
import { EmptyState } from '../../components/EmptyState';
import { PagedList } from '../../components/PagedList';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { ChosenSanction, sanctionItems } from '../../components/sanctions/ModerateMenu';
import type { SanctionChoice } from '../../components/sanctions/SanctionDialog';
import { announce } from '../../lib/announce';
import { dateOf, momentOf } from '../../lib/dates';
import { pluralize } from '../../lib/pluralize';
import { routes } from '../../lib/routes';
import { useUser } from '../../lib/session';
import { site } from '../../lib/site';
import styles from './Administration.module.css';
import {
  appointModerator,
  deleteUser,
  demoteUser,
  disableUser,
  dismissModerator,
  enableUser,
  promoteUser,
  resetSecondFactor,
  resetSignIn,
} from './api';
import { InviteForm, OpenInvitations } from './Invitations';
import { InviteByMailForm } from './InviteByMailForm';
import { InviteManyForm } from './InviteManyForm';
import { type UserFilter, usersKey } from './keys';
import { BulkRemovals, NewAccounts, SignupStatus, SpanForm, useSignupSpan } from './NewAccounts';
import { nameActions } from './nameActions';
import { PasswordLinkDialog } from './PasswordLinkDialog';
import { SearchInput, useSearch } from './SearchInput';
import { useRefresh } from './useRefresh';

const filters = {
  all: 'Everyone',
  administrators: 'Administrators',
  moderators: 'Moderators of the site',
  disabled: 'Disabled',
  hour: 'Joined in the last hour',
  day: 'Joined in the last day',
  span: 'Joined in a time span',
} as const;

/** Lists all accounts with the actions of an administrator. */
export function Accounts() {
  const search = useSearch();
  const [isInviting, setInviting] = useState(false);
  const [isInvitingMany, setInvitingMany] = useState(false);
  const [isMailing, setMailing] = useState(false);
  // Where everybody may sign up, an invited person waits for no approval and counts in no limit.
  const mayInvite = site.signup !== 'closed';
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('show') ?? '';
  const filter = wanted in filters ? (wanted as UserFilter) : 'all';
  const [span, setSpan] = useSignupSpan(filter);
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
      <SignupStatus />
      <div className={styles.bar}>
        <SearchInput label="Search users" />
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
        {mayInvite && (
          <div className="d-flex gap-1">
            {!isInviting && (
              <button type="button" className="btn btn-primary" onClick={() => setInviting(true)}>
                Invite
              </button>
            )}
            {site.features.mail && !isMailing && (
              <button type="button" className="btn btn-outline-secondary" onClick={() => setMailing(true)}>
                Invite by e-mail
              </button>
            )}
            {!isInvitingMany && (
              <button type="button" className="btn btn-outline-secondary" onClick={() => setInvitingMany(true)}>
                Invite several
              </button>
            )}
          </div>
        )}
      </div>
      {filter === 'span' && <SpanForm show={setSpan} />}
      {span && <NewAccounts key={span.until} span={span} />}
      <BulkRemovals />
      {isInviting && site.signup === 'open' && (
        <CopyLink label="Everyone can sign up at this address, also without an invitation" path="/signup" />
      )}
      {!mayInvite && (
        <p>
          Nobody can be invited while sign-up is closed.{' '}
          <Link to={`${routes.administration.to('settings')}#general-heading`}>Decide who may sign up</Link>
        </p>
      )}
      {isInviting && <InviteForm close={() => setInviting(false)} />}
      {isMailing && <InviteByMailForm close={() => setMailing(false)} />}
      {isInvitingMany && <InviteManyForm close={() => setInvitingMany(false)} />}
      {mayInvite && !search && filter === 'all' && (
        <>
          <OpenInvitations />
          <h2>Accounts</h2>
        </>
      )}
      <PagedList<AdminUserView>
        listKey={usersKey(search, filter, span)}
        errorText="Error when fetching the users"
        empty={<EmptyState title="No users found" />}
      >
        {(accounts) => (
          <RowList>
            {accounts.map((account) => (
              <Account key={account._id} account={account} />
            ))}
          </RowList>
        )}
      </PagedList>
    </>
  );
}

/** Shows an account with its state and the actions of an administrator. */
export function Account({ account, isAlone = false }: { account: AdminUserView; isAlone?: boolean }) {
  const { username, role, disabledAt, disabledBy, dateJoined, lastSeenAt, sessions } = account;
  const { suspendedUntil, silencedUntil } = account;
  const isMine = useUser().username === username;
  const refresh = useRefresh();
  const navigate = useNavigate();
  const [link, setLink] = useState<PasswordLink | null>(null);
  const [sanction, setSanction] = useState<SanctionChoice | null>(null);
  return (
    <li>
      <div>
        <AuthorLink name={username} isMarked={false} /> {role === 'administrator' && <Badge>Administrator</Badge>}
        {role === 'moderator' && <Badge>Moderator</Badge>} {disabledAt && <Badge>Disabled</Badge>}
        {suspendedUntil && <Badge>Suspended</Badge>} {silencedUntil && <Badge>Silenced</Badge>}
        <p className="small muted mb-0">
          Joined {dateOf(dateJoined)}
          {disabledAt && (
            <>
              {' '}
              · disabled <RelativeTime time={disabledAt} />
              {disabledBy !== undefined && <> by {disabledBy ? <AuthorLink name={disabledBy} /> : 'the operator'}</>}
            </>
          )}
          {suspendedUntil && ` · suspended until ${momentOf(suspendedUntil)}`}
          {silencedUntil && ` · silenced until ${momentOf(silencedUntil)}`}
          {lastSeenAt && (
            <>
              {' '}
              · last seen <RelativeTime time={lastSeenAt} />
            </>
          )}
          {sessions > 0 && ` · ${pluralize(sessions, 'session')}`}
        </p>
      </div>
      <ActionMenu
        label={`Actions for ${username}`}
        actions={isMine ? [] : actionsFor(account, setLink)}
        first={
          isMine
            ? []
            : [
                ...(isAlone
                  ? []
                  : [
                      {
                        label: 'All about this account',
                        choose: () => navigate(routes.administration.toMember(username)),
                      },
                    ]),
                ...(role === 'administrator'
                  ? []
                  : sanctionItems.map(([value, label]) => ({ label, choose: () => setSanction(value) }))),
              ]
        }
        onDone={refresh}
      />
      <ChosenSanction choice={sanction} username={username} close={() => setSanction(null)} />
      {link && <PasswordLinkDialog {...link} close={() => setLink(null)} />}
    </li>
  );
}

/** Returns the actions on another user's account. */
function actionsFor(account: AdminUserView, show: (link: PasswordLink) => void): Action[] {
  const { username, role, disabledAt } = account;
  const say = (text: string, call: (userId: string) => Promise<unknown>) => async () => {
    await call(username);
    announce(text);
  };
  const enable: Action = {
    label: 'Enable',
    title: `Enable ${username}?`,
    consequence: `${username} can log in again.`,
    confirm: 'Enable',
    isHarmless: true,
    errorText: 'Error while enabling the user',
    call: say(`${username} is enabled`, enableUser),
  };
  const disable: Action = {
    label: 'Disable',
    title: `Disable ${username}?`,
    consequence: `${username} is logged out everywhere at once and cannot log in until you enable the account. The posts of ${username} stay.`,
    confirm: 'Disable',
    errorText: 'Error while disabling the user',
    call: say(`${username} is disabled`, disableUser),
  };
  const promote: Action = {
    label: 'Make administrator',
    title: `Make ${username} an administrator?`,
    consequence: `${username} gets all rights of an administrator.`,
    confirm: 'Make administrator',
    errorText: 'Error while promoting the user',
    call: say(`${username} is now an administrator`, promoteUser),
  };
  const demote: Action = {
    label: 'Remove as administrator',
    title: `Remove ${username} as administrator?`,
    consequence: `${username} becomes a regular user.`,
    confirm: 'Remove as administrator',
    errorText: 'Error while demoting the user',
    call: say(`${username} is no longer an administrator`, demoteUser),
  };
  const appoint: Action = {
    label: 'Make moderator',
    title: `Make ${username} a moderator of the site?`,
    consequence: `${username} sees what was reported anywhere, and decides it. They approve held posts and sign-ups, and judge appeals. They edit, move, close, remove and restore posts, and remove all posts of a member. They warn, silence and suspend members, and vouch for them. They set synonyms of tags. They see the log, but not accounts, sessions, settings or backups.`,
    confirm: 'Make moderator',
    isHarmless: true,
    errorText: 'Error while appointing the moderator',
    call: say(`${username} is now a moderator`, appointModerator),
  };
  const dismiss: Action = {
    label: 'Remove as moderator',
    title: `Remove ${username} as moderator of the site?`,
    consequence: `${username} becomes a regular user.`,
    confirm: 'Remove as moderator',
    errorText: 'Error while dismissing the moderator',
    call: say(`${username} is no longer a moderator`, dismissModerator),
  };
  const roles = { user: [appoint, promote], moderator: [dismiss, promote], administrator: [demote] };
  const withoutAddress = site.features.mail ? `The e-mail address of ${username} is removed. ` : '';
  const reset: Action = {
    label: 'Reset login',
    title: `Reset the login of ${username}?`,
    consequence: `${username} is logged out everywhere, and the old password, passkeys and two-factor login are no longer valid. ${withoutAddress}You get a link with which ${username} chooses a new one. At the next login ${username} is told that you have done this.`,
    confirm: 'Reset login',
    errorText: 'Error while resetting the login',
    call: async () => show(await resetSignIn(username)),
  };
  const resetFactor: Action = {
    label: 'Turn off two-factor login',
    title: `Turn off the two-factor login of ${username}?`,
    consequence: `${username} logs in with the password alone. Do this only if you are sure that ${username} asks for it. ${username} is notified.`,
    confirm: 'Turn off two-factor login',
    errorText: 'Error while turning off two-factor login',
    call: say(`${username} logs in without a code`, resetSecondFactor),
  };
  const deletion = (label: string, withPosts: boolean, consequence: string): Action => ({
    label,
    title: `Delete ${username}${withPosts ? ' and all posts' : ''}?`,
    consequence: `${username} is logged out everywhere. Nobody can undo this or use the name again. ${consequence}`,
    confirm: label,
    isDangerous: true,
    errorText: 'Error while deleting the user',
    call: say(`${username} is deleted`, (userId) => deleteUser(userId, withPosts)),
  });
  return [
    disabledAt ? enable : disable,
    ...roles[role],
    reset,
    resetFactor,
    ...nameActions(account),
    deletion('Delete', false, `The posts of ${username} stay without an author.`),
    deletion(
      'Delete with posts',
      true,
      `The questions of ${username}, with the answers of others to them, and all answers, comments and messages of ${username} go away for everybody.`,
    ),
  ];
}
