import { useLayoutEffect, useState } from 'react';
import useSWR from 'swr';
import type { Page } from '../../../api/client';
import type { User } from '../../../api/generated';
import { Avatar } from '../../../components/avatars/Avatar';
import { Highlight } from '../../../components/Highlight';
import { InlineError } from '../../../components/InlineError';
import { fetchPage } from '../../../lib/cacheKeys';
import { failureOf } from '../../../lib/failure';
import { substringFinder } from '../../../lib/highlightRanges';
import { useCombobox } from '../../../lib/useCombobox';
import { useDebounced } from '../../../lib/useDebounced';
import { userSearchTexts } from '../../../lib/userSearchTexts';
import { pickerKey } from '../keys';
import styles from './DirectMessages.module.css';

/** The number of users to show. */
const maxResults = 8;

type Props = {
  /** Usernames that are not offered. */
  excluded: string[];
  /** Usernames that are offered before a search, the latest first. */
  recent?: string[];
  onPick: (username: string) => void;
};

/** Finds users by name. The arrow keys select one, Enter picks it. */
export function UserPicker({ excluded, recent = [], onPick }: Props) {
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 200);
  // Excluded users do not reduce the number of results.
  const key = pickerKey(search, maxResults + excluded.length);
  const { data, error, isLoading } = useSWR<Page<User>, unknown>(key, fetchPage, { keepPreviousData: true });
  // Without a search the people of the latest chats come first.
  const names = [...(search ? [] : recent), ...(data?.items ?? []).map(({ username }) => username)];
  const users = [...new Set(names)].filter((username) => !excluded.includes(username)).slice(0, maxResults);
  const find = substringFinder(search);

  const isStale = search !== text.trim() || isLoading;
  // The picker opens on a button press.
  useLayoutEffect(() => field?.focus(), [field]);

  const { list, option } = useCombobox({
    field,
    label: 'Users',
    options: users,
    startsWithFirst: true,
    isStale,
    pick: (username) => {
      onPick(username);
      setText('');
    },
  });
  return (
    <div className={styles.picker}>
      <input
        ref={setField}
        type="search"
        className="form-control"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={users.length > 0}
        aria-label="Search Usernames"
        placeholder={userSearchTexts.placeholder}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        // The form does not send, with or without a result.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <InlineError error={error ? failureOf(userSearchTexts.error, error) : null} />
      <div {...list} className={styles.users}>
        {users.map((username) => (
          <div key={username} {...option(username)} className={styles.user}>
            <Avatar seed={username} />
            <bdi>
              <Highlight text={username} find={find} />
            </bdi>
          </div>
        ))}
      </div>
      <p role="status" className="small muted mb-0">
        {data && !isStale && users.length === 0 && userSearchTexts.none}
      </p>
    </div>
  );
}
