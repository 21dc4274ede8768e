import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { AdminAction, AdminLogEntry, AdminTargetKind, SettingKey } from '../../api/generated';
import { AuthorLink } from '../../components/AuthorLink';
import { EmptyState } from '../../components/EmptyState';
import { LoggedReason } from '../../components/LoggedReason';
import { PagedList } from '../../components/PagedList';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { TitleText } from '../../components/TitleText';
import { routes } from '../../lib/routes';
import styles from './Administration.module.css';
import { logKey } from './keys';
import { SearchInput, useSearch } from './SearchInput';
import { settingNames } from './settingNames';

/** Lists what administrators, moderators and the operator have done. */
export function AdminLog() {
  return (
    <>
      <p className="muted">
        What administrators, moderators and the operator have done, newest first. Nobody can change this log. Names are
        those at that time.
      </p>
      <div className={styles.bar}>
        <SearchInput label="Exact username" />
      </div>
      <LogEntries user={useSearch()} empty={<EmptyState title="Nothing has been done yet" />} />
    </>
  );
}

/** Lists what a user did and what was done to them, or everything. */
export function LogEntries({ user, empty }: { user: string; empty: ReactNode }) {
  return (
    <PagedList<AdminLogEntry>
      listKey={logKey(user)}
      errorText="Error when fetching the log"
      empty={empty}
      revalidateOnFocus
    >
      {(entries) => (
        <RowList ordered>
          {entries.map((entry) => (
            <Entry key={entry._id} entry={entry} />
          ))}
        </RowList>
      )}
    </PagedList>
  );
}

/** What each action did to its target, whose name follows. */
const verbs: Record<AdminAction, string> = {
  'create-user': 'created the user',
  promote: 'gave the rights of an administrator to',
  demote: 'took the rights of an administrator from',
  'appoint-moderator': 'gave the rights of a moderator of the site to',
  'dismiss-moderator': 'took the rights of a moderator of the site from',
  disable: 'disabled',
  enable: 'enabled',
  'delete-user': 'deleted the user',
  'rename-user': 'renamed',
  'merge-user': 'merged another account into',
  'set-password': 'set the password of',
  'reset-sign-in': 'reset the login of',
  'reset-second-factor': 'turned off the two-factor login of',
  'add-bot': 'added the bot',
  'change-bot': 'changed the owner of',
  'add-incoming-hook': 'made an incoming hook of',
  'remove-incoming-hook': 'removed the incoming hook of',
  'add-token': 'created an API token of',
  'revoke-token': 'revoked an API token of',
  'end-session': 'ended a session of',
  'end-sessions': 'ended all sessions of',
  invite: 'invited',
  'revoke-invitation': 'revoked the invitation for',
  'archive-community': 'archived the community',
  'unarchive-community': 'unarchived the community',
  'set-reading': 'changed who may read the community',
  'remove-post': 'removed',
  'restore-post': 'restored',
  'purge-version': 'purged an earlier version of',
  'close-question': 'closed',
  'reopen-question': 'reopened',
  'lock-question': 'locked',
  'unlock-question': 'unlocked',
  'edit-post': 'edited',
  'pin-question': 'pinned',
  'unpin-question': 'unpinned',
  'move-question': 'moved',
  'undo-move': 'undid the move of',
  'merge-question': 'merged',
  'undo-merge': 'undid the merge of',
  'move-answer': 'moved',
  'remove-message': 'removed',
  'ask-to-open': 'asked another moderator to open',
  'open-flagged': 'opened, to decide about it,',
  'decide-flag': 'decided about',
  'undo-decision': 'undid the decision about',
  'hide-post': 'hid',
  'remove-picture': 'removed',
  'remove-link': 'removed a link to a duplicate from',
  'add-webhook': 'added a webhook of',
  'change-webhook': 'changed a webhook of',
  'remove-webhook': 'removed a webhook of',
  'add-synonym': 'added a synonym to',
  'remove-synonym': 'removed a synonym from',
  'rename-tag': 'renamed',
  'delete-tag': 'deleted',
  'restore-tag': 'restored',
  'resend-delivery': 'sent a failed mail again to',
  'back-up': 'created the backup',
  'set-setting': 'changed the setting',
  warn: 'warned',
  silence: 'silenced',
  suspend: 'suspended',
  'clear-profile': 'cleared the profile of',
  'lift-sanction': 'lifted',
  'remove-content': 'removed the posts of',
  'restore-content': 'restored the posts of',
  'decide-appeal': 'decided about',
  vouch: 'vouched for',
  unvouch: 'took back what was vouched for',
  'protect-question': 'protected',
  'unprotect-question': 'ended the protection of',
  'begin-wave': 'saw a wave of sign-ups begin:',
  'end-wave': 'saw a wave of sign-ups end:',
  'remove-new-users': 'removed new accounts:',
  'undo-removal': 'restored removed new accounts:',
};

/** The actions whose detail is a reason. */
const withReason: AdminAction[] = [
  'remove-post',
  'remove-picture',
  'remove-message',
  'decide-flag',
  'close-question',
  'reopen-question',
  'lock-question',
  'unlock-question',
  'edit-post',
  'pin-question',
  'unpin-question',
  'move-question',
  'undo-move',
  'merge-question',
  'undo-merge',
  'move-answer',
  'vouch',
  'unvouch',
  'protect-question',
  'unprotect-question',
  'decide-appeal',
  'warn',
  'silence',
  'suspend',
  'clear-profile',
  'remove-content',
];

/** What follows the target of an action, with a space. */
const adverbs: Partial<Record<AdminAction, string>> = {
  'merge-question': ' into another question',
  'move-answer': ' with its question',
};

/** What precedes the name of a target. */
const articles: Partial<Record<AdminTargetKind, string>> = {
  question: 'the question',
  answer: 'an answer to',
  comment: 'a comment on',
  message: 'a message by',
  picture: 'a picture of',
  entry: 'an appeal of',
  tag: 'the tag',
};

/** The sanctions, as the log names them. */
const sanctions: Record<string, string> = {
  warning: 'the warning of',
  silence: 'the silence of',
  suspension: 'the suspension of',
};

/** Returns what precedes the name of the target of an entry. */
function article({ action, targetKind, detail, target: name }: AdminLogEntry) {
  if (action === 'lift-sanction') return sanctions[detail] ?? 'a sanction of';
  // What the actor could not read before has no name.
  if (!name && (targetKind === 'answer' || targetKind === 'comment'))
    return targetKind === 'answer' ? 'an answer' : 'a comment';
  return articles[targetKind];
}

function Entry({ entry }: { entry: AdminLogEntry }) {
  const { action, actorId, actor, tokenId, detail, loggedAt } = entry;
  return (
    <li>
      <div>
        {actorId ? <AuthorLink name={actor} /> : action === 'hide-post' ? 'Reports' : <Operator name={actor} />}{' '}
        {verbs[action]} {article(entry)} {target(entry)}
        {adverbs[action]}
        {action === 'create-user' && detail === 'administrator' && ', an administrator'}
        {action === 'delete-user' && detail && ` ${detail}`}
        {action === 'rename-user' && (
          <>
            {' '}
            to <bdi>{detail || '[deleted]'}</bdi>
          </>
        )}
        {(action.endsWith('-synonym') || action.endsWith('-token') || action === 'merge-user') && (
          <>
            : <bdi>{detail}</bdi>
          </>
        )}
        {action === 'rename-tag' && (
          <>
            , formerly <bdi>{detail}</bdi>
          </>
        )}
        {action === 'set-setting' && (
          <Replacement before={settingValue(entry, entry.before)} after={settingValue(entry, detail)} />
        )}
        {withReason.includes(action) && <LoggedReason action={action} detail={detail} />}
        <p className="small muted mb-0">
          <RelativeTime time={loggedAt} />
          {tokenId && ' · by an API token'}
        </p>
      </div>
    </li>
  );
}

/** The number of characters of a value that are shown at first. */
const shownValue = 80;

/** Shows what replaced what. Long values are shown on demand. */
function Replacement({ before, after }: { before: string; after: string }) {
  const isLong = before.length > shownValue || after.length > shownValue;
  const values = (
    <>
      <p className="mb-0">
        Before: <Value text={before} />
      </p>
      <p className="mb-0">
        After: <Value text={after} />
      </p>
    </>
  );
  if (!isLong) return values;
  return (
    <details>
      <summary>Show the values</summary>
      {values}
    </details>
  );
}

/** Returns the value of a setting in words. */
function settingValue({ target }: AdminLogEntry, value = ''): string {
  if (target === 'logo' || target === 'cover') return value && 'a picture';
  return flags[value] ?? value;
}

/** The values of what is on or off. */
const flags: Record<string, string> = { true: 'on', false: 'off' };

/** The server cuts a value after 1,000 characters. */
const Value = ({ text }: { text: string }) => (text ? <bdi>{text}</bdi> : <em>nothing</em>);

const Operator = ({ name }: { name: string }) => (
  <>
    The operator
    {name && (
      <>
        {' '}
        (<bdi>{name}</bdi>)
      </>
    )}
  </>
);

function target({ action, targetKind, targetId = '', target: name, detail }: AdminLogEntry): ReactNode {
  switch (targetKind) {
    case 'user':
    case 'entry':
    case 'message':
    case 'picture':
      return action === 'delete-user' ? <bdi>{name}</bdi> : <AuthorLink name={name} />;
    case 'community':
      return (
        <Link to={routes.community.to(targetId)}>
          <bdi>{name}</bdi>
        </Link>
      );
    case 'question':
      return action === 'remove-post' ? (
        <TitleText parts={[name]} />
      ) : (
        <Link to={routes.question.to(targetId)}>
          <TitleText parts={[name]} />
        </Link>
      );
    case 'answer':
    case 'comment':
      return <TitleText parts={[name]} />;
    case 'tag':
      return (
        <Link to={routes.tag.to({ tag: name })}>
          <bdi>{name}</bdi>
        </Link>
      );
    case 'invitation':
      return action === 'invite' && detail ? `new members: ${detail}` : <bdi>{name || 'anyone'}</bdi>;
    case 'backup':
      return <bdi>{name}</bdi>;
    case 'setting':
      return settingNames[name as SettingKey] ?? name;
    case 'address':
      return 'what a visitor reported';
    case 'site':
      if (action === 'remove-new-users' || action === 'undo-removal') return <bdi>{detail}</bdi>;
      return action === 'end-sessions' ? 'all users' : 'everybody';
  }
}
