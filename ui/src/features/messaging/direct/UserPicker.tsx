import { type KeyboardEvent, useId, useState } from 'react';
import useSWR from 'swr';
import { getPage, type Page } from '../../../api/client';
import type { User } from '../../../api/generated';
import { ErrorLine } from '../../../components/ErrorLine';
import { Marked } from '../../../components/Marked';
import { isComposing } from '../../../lib/isComposing';
import { lettersFinder } from '../../../lib/marks';
import { useDebounced } from '../../../lib/useDebounced';
import { userSearch } from '../../../lib/userSearch';
import styles from './DirectMessages.module.css';

/** Users shown at a time. */
const most = 8;

type Props = {
  /** Who is not offered. */
  without: string[];
  onPick: (username: string) => void;
};

/** The picker opens where a button was pressed: the keys go on in its field. */
const focus = (field: HTMLInputElement | null) => field?.focus();

/** Finds users by name. The arrow keys go through them, Enter takes one. */
export function UserPicker({ without, onPick }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const search = useDebounced(text.trim(), 200);
  // Those who are not offered take no one's place.
  const query = new URLSearchParams({ search, limit: String(most + without.length) });
  const { data, error } = useSWR<Page<User>, unknown>(`/user/getUsers?${query}`, getPage, { keepPreviousData: true });
  const users = (data?.items ?? []).filter(({ username }) => !without.includes(username)).slice(0, most);
  const chosen = users[active];
  const find = lettersFinder(search);

  const take = ({ username }: User) => {
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
      // What is shown may be of another search still.
      if (chosen && search === text.trim()) take(chosen);
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
        placeholder={userSearch.placeholder}
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
      <ErrorLine error={error ? userSearch.failed : null} />
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
            onClick={() => take(user)}
          >
            <bdi>
              <Marked text={user.username} find={find} />
            </bdi>
          </div>
        ))}
      </div>
      <p role="status" className="small muted mb-0">
        {data && users.length === 0 && userSearch.none}
      </p>
    </div>
  );
}
