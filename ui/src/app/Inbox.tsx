import { startTransition, useState } from 'react';
import { Link } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import type { InboxEntry } from '../api/generated';
import { InlineError } from '../components/InlineError';
import { type InboxKind, inboxKey, isInboxData, type MutableKind, mutedKindsKey } from '../components/inbox/keys';
import { unreadCount, useUnread } from '../components/inbox/useUnread';
import { PagedList } from '../components/PagedList';
import { Panel, PanelNote } from '../components/Panel';
import { usePage } from '../components/usePage';
import { markInboxRead, readError, setMutedKind } from '../features/inbox/api';
import { setAllRead } from '../features/inbox/cache';
import { Entry } from '../features/inbox/Entry';
import { byQuestion, questionOf } from '../features/inbox/entries';
import { ModerationEntry } from '../features/moderationLog/ModerationEntry';
import { useNotificationsEnabled } from '../features/preferences/notifications';
import { ReminderEntry } from '../features/questions/reminders/ReminderEntry';
import { fetchKey } from '../lib/cacheKeys';
import { type Failure, failureOf } from '../lib/failure';
import { routes } from '../lib/routes';
import { useCacheEditor } from '../lib/useCacheEditor';
import styles from './Inbox.module.css';

/** The kinds of entries that a viewer can choose from, by the name of the choice. */
const filters = {
  All: [],
  'Answers and comments': ['response'],
  Mentions: ['mention'],
  'What you watch': ['watched', 'search'],
  'Your posts': ['own', 'badge'],
  Notices: ['requests', 'opened', 'moderation', 'report', 'security'],
  Reminders: ['reminder'],
} as const satisfies Record<string, InboxKind[]>;
type Filter = keyof typeof filters;

/** The kinds that are shown when notifications are off: all but those that the setting is about. */
const withoutNotifications: InboxKind[] = [
  'mention',
  'watched',
  'own',
  'requests',
  'opened',
  'moderation',
  'report',
  'badge',
  'security',
  'reminder',
  'search',
];

type Props = {
  title: string;
  /** The name of the button that marks all entries as read. */
  verb: string;
};

/** Lists everything that the viewer is notified of, newest first, with one button that marks all of it as read. */
export default function Inbox({ title, verb }: Props) {
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const isOn = useNotificationsEnabled();
  const [filter, setFilter] = useState<Filter>('All');
  const [error, setError] = useState<Failure | null>(null);
  const unread = useUnread();
  const isRead = !unread?.hasWatched && unreadCount(unread, isOn) === 0;
  const isFiltered = filter !== 'All';
  const key = inboxKey(isOn ? filters[filter] : withoutNotifications);
  const { page } = usePage<InboxEntry>(key);
  const newest = page?.items[0]?._id;
  const markAll = async () => {
    if (isRead) return;
    setError(null);
    setAllRead(edit);
    try {
      // A choice of kinds does not show the newest of all.
      await markInboxRead(isFiltered ? undefined : newest);
    } catch (failure) {
      setError(failureOf(readError, failure));
    }
    await mutate(isInboxData);
  };
  return (
    <Panel
      title={title}
      action={
        (isOn || !isRead) && (
          <button
            type="button"
            className="btn btn-outline-secondary btn-sm text-nowrap"
            aria-disabled={isRead}
            onClick={() => void markAll()}
          >
            {verb}
          </button>
        )
      }
    >
      <InlineError error={error} />
      {!isOn && <NotificationsOff />}
      {isOn && (isFiltered || newest) && (
        <select
          className={`form-select form-select-sm ${styles.filter}`}
          aria-label="Show"
          defaultValue={filter}
          // The choice is shown before the list is drawn.
          onChange={({ target }) => startTransition(() => setFilter(target.value as Filter))}
        >
          {Object.keys(filters).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      <PagedList<InboxEntry>
        listKey={key}
        empty={
          isOn && (
            <PanelNote>
              <p className="muted mb-0">{isFiltered ? 'Nothing of this kind.' : 'No notifications yet!'}</p>
            </PanelNote>
          )
        }
      >
        {(entries) => (
          <ul>
            {byQuestion(entries).map((entry, index, all) => {
              const question = questionOf(entry);
              const before = all[index - 1];
              const isContinued = question !== undefined && before !== undefined && questionOf(before) === question;
              return <AnyEntry key={`${entry.kind} ${entry._id}`} entry={entry} isContinued={isContinued} />;
            })}
          </ul>
        )}
      </PagedList>
      <Muted />
    </Panel>
  );
}

function AnyEntry({ entry, isContinued }: { entry: InboxEntry; isContinued: boolean }) {
  switch (entry.kind) {
    case 'moderation':
      return <ModerationEntry entry={entry} />;
    case 'reminder':
      return <ReminderEntry entry={entry} />;
    default:
      return <Entry entry={entry} isContinued={isContinued} />;
  }
}

function NotificationsOff() {
  return (
    <PanelNote>
      <p className="muted mb-1">Notifications are turned off.</p>
      <Link to={routes.settings.to()}>Turn them on in your settings</Link>
    </PanelNote>
  );
}

const mutedNames: Record<MutableKind, string> = {
  votes: 'votes',
  accepted: 'acceptances',
  suggested: 'suggested edits',
  edited: 'edits of your wikis',
  decided: 'decisions about your suggested edits',
  badge: 'badges',
};

/** Says what the viewer has muted, with buttons that show it again. */
function Muted() {
  const { mutate } = useSWRConfig();
  const { data: muted = [] } = useSWR<MutableKind[], unknown>(mutedKindsKey, fetchKey);
  if (muted.length === 0) return null;
  return (
    <p className="small muted mb-0">
      Muted:{' '}
      {muted.map((kind) => (
        <button
          key={kind}
          type="button"
          className="btn btn-link btn-sm"
          onClick={() => void setMutedKind(mutate, kind, false).catch(() => undefined)}
        >
          Show {mutedNames[kind]}
        </button>
      ))}
    </p>
  );
}
