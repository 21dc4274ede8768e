import { type KeyboardEvent, useId, useState } from 'react';
import useSWR from 'swr';
import type { Page } from '../../../api/client';
import type { User } from '../../../api/generated';
import { Avatar } from '../../../components/avatars/Avatar';
import { Highlight } from '../../../components/Highlight';
import { InlineError } from '../../../components/InlineError';
import { fetchPage } from '../../../lib/cacheKeys';
import { failureOf } from '../../../lib/failure';
import { substringFinder } from '../../../lib/highlightRanges';
import { isComposing } from '../../../lib/isComposing';
import { useDebounced } from '../../../lib/useDebounced';
import { userSearchTexts } from '../../../lib/userSearchTexts';
import { pickerKey } from '../keys';
import styles from './DirectMessages.module.css';

/** The number of users to show. */
const maxResults = 8;

type Props = {
  /** Usernames that are not offered. */
  excluded: string[];
  onPick: (username: string) => void;
};

/** The picker opens on a button press: its field receives the focus. */
const focus = (field: HTMLInputElement | null) => field?.focus();

/** Finds users by name. The arrow keys select one, Enter picks it. */
export function UserPicker({ excluded, onPick }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const search = useDebounced(text.trim(), 200);
  // Excluded users do not reduce the number of results.
  const key = pickerKey(search, maxResults + excluded.length);
  const { data, error } = useSWR<Page<User>, unknown>(key, fetchPage, { keepPreviousData: true });
  const users = (data?.items ?? []).filter(({ username }) => !excluded.includes(username)).slice(0, maxResults);
  const chosen = users[active];
  const find = substringFinder(search);

  const pick = ({ username }: User) => {
    onPick(username);
    setText('');
    setActive(0);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, nativeEvent } = event;
    if (isComposing(nativeEvent)) return;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      const step = key === 'ArrowDown' ? 1 : users.length - 1;
      setActive(users.length ? (active + step) % users.length : 0);
    } else if (key === 'Enter') {
      event.preventDefault();
      // The results may still be those of an earlier search.
      if (chosen && search === text.trim()) pick(chosen);
    }
  };
  return (
    <div className={styles.picker}>
      <input
        ref={focus}
        type="search"
        className="form-control"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={users.length > 0}
        aria-controls={`${id}-users`}
        aria-activedescendant={chosen && `${id}-${chosen._id}`}
        aria-label="Search Usernames"
        placeholder={userSearchTexts.placeholder}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <InlineError error={error ? failureOf(userSearchTexts.error, error) : null} />
      <div id={`${id}-users`} role="listbox" aria-label="Users" className={styles.users}>
        {users.map((user, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
          <div
            key={user._id}
            id={`${id}-${user._id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.user}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(user)}
          >
            <Avatar seed={user.username} />
            <bdi>
              <Highlight text={user.username} find={find} />
            </bdi>
          </div>
        ))}
      </div>
      <p role="status" className="small muted mb-0">
        {data && users.length === 0 && userSearchTexts.none}
      </p>
    </div>
  );
}
