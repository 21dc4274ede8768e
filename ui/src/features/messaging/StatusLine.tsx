import useSWR from 'swr';
import type { Message, ReadPosition } from '../../api/generated';
import { fetchKey } from '../../lib/cacheKeys';
import { pluralize } from '../../lib/pluralize';
import { useUser } from '../../lib/session';
import { globalRoom, type Room } from './api';
import styles from './Conversation.module.css';
import { readPositionsKey } from './keys';

/** The number of users to name. */
const maxNames = 3;

const list = new Intl.ListFormat('en-GB');

/** Names some of `count` users, and says how many more there are. */
function namesOf(names: string[], count = names.length): string {
  const named = names.slice(0, count > maxNames ? maxNames - 1 : maxNames);
  const others = count - named.length;
  return list.format(others > 0 ? [...named, `${others} more`] : named);
}

type Props = {
  room: Room;
  last: Message | undefined;
  participants: string[];
  usernames: string[];
  count: number;
  typing: string[];
};

/** Says who is writing, otherwise who is here, and who has read the viewer's last message. */
export function StatusLine({ room, last, participants, usernames, count, typing }: Props) {
  const { username } = useUser();
  const isOther = (name: string) => name !== username;
  const others = usernames.filter(isOther);
  // The viewer is one of those who are counted, and not always one of those who are named.
  const otherCount = room.key === globalRoom.key ? count - 1 : others.length;
  const writing = typing.filter(isOther);
  return (
    <p className={styles.status}>
      {writing.length > 0 ? (
        <span>
          <bdi>{namesOf(writing)}</bdi> {writing.length === 1 ? 'is' : 'are'} typing…
        </span>
      ) : (
        otherCount > 0 && (
          <span>
            {room.key === globalRoom.key ? (
              <span title={namesOf(others, otherCount)}>{pluralize(otherCount, 'other')} here</span>
            ) : (
              <>
                <bdi>{namesOf(others)}</bdi> {others.length === 1 ? 'is' : 'are'} here
              </>
            )}
          </span>
        )
      )}
      {room.key !== globalRoom.key && last?.msgFrom === username && (
        <Readers room={room} message={last._id} isOfTwo={participants.length === 2} />
      )}
    </p>
  );
}

/** Says who has read a message. */
function Readers({ room, message, isOfTwo }: { room: Room; message: string; isOfTwo: boolean }) {
  const { data = [] } = useSWR<ReadPosition[], unknown>(readPositionsKey(room), fetchKey);
  const readers = data.filter(({ readUpTo }) => readUpTo >= message).map(({ username }) => username);
  if (!readers.length) return null;
  return (
    <span className={styles.readers}>
      {isOfTwo ? (
        'Read'
      ) : (
        <>
          Read by <bdi>{namesOf(readers)}</bdi>
        </>
      )}
    </span>
  );
}
