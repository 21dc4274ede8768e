import type { Chat, CommunityCard, InboxEntry, Member, User } from '../api/generated';
import { inboxKey } from '../components/inbox/keys';
import { usePage } from '../components/usePage';
import { communityListKey, membersKey } from '../features/communities/keys';
import DirectMessages from '../features/messaging/direct/DirectMessagesPage';
import { chatListKey, pickerKey } from '../features/messaging/keys';
import { useUser } from '../lib/session';

/** In place of a name that is gone. */
const deletedUser = '[deleted]';

/** The number of people to offer. */
const maxPeople = 6;

/** Combines three features on one page: chats, and before the first one the people to begin one with. */
export default function DirectMessagesPage() {
  const { username } = useUser();
  const chats = usePage<Chat>(chatListKey(username), { live: true }).page;
  return <DirectMessages people={usePeople(chats?.items.length === 0)} />;
}

/** Returns some people, if wanted: who has answered or mentioned the viewer, then members of their communities, then others. */
function usePeople(isWanted: boolean): string[] {
  const { username: viewer } = useUser();
  const entries = usePage<InboxEntry>(isWanted ? inboxKey(['response', 'mention']) : null).page?.items ?? [];
  const mine = usePage<CommunityCard>(isWanted ? communityListKey({ mine: true }) : null).page?.items[0];
  const members = usePage<Member>(mine ? membersKey(mine._id, 'member') : null).page?.items ?? [];
  const users = usePage<User>(isWanted ? pickerKey('', maxPeople + 1) : null).page?.items ?? [];
  const names = [
    ...entries.map(({ kind, item }) =>
      kind === 'response' ? item.updateBy : kind === 'mention' ? item.mentionedBy : viewer,
    ),
    ...[...members, ...users].map(({ username }) => username),
  ];
  return [...new Set(names)].filter((name) => name !== viewer && name !== deletedUser).slice(0, maxPeople);
}
