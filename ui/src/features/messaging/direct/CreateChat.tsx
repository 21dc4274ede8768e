import { type FormEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import { createChat } from '../../../api/chats';
import type { Chat } from '../../../api/generated';
import * as sentences from '../../../api/sentences';
import { InlineError } from '../../../components/InlineError';
import { usePage } from '../../../components/usePage';
import { useUser } from '../../../lib/session';
import { useAction } from '../../../lib/useAction';
import { chatListKey, isChatList } from '../keys';
import styles from './DirectMessages.module.css';
import { UserPicker } from './UserPicker';

type Props = {
  /** Usernames to offer to a viewer without chats. */
  people: readonly string[];
  onCreated: (chat: Chat) => void;
};

/** Creates a chat with the selected users, or finds the existing one. */
export function CreateChat({ people, onCreated }: Props) {
  const { username } = useUser();
  const { mutate } = useSWRConfig();
  const [selected, setSelected] = useState<string[]>([]);
  const { page } = usePage<Chat>(chatListKey(username), { live: true });
  const recent = [...(page?.items.flatMap(({ participants }) => participants) ?? []), ...people];
  const { busy, error, setError, run } = useAction('Error while creating a new chat');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (selected.length === 0) return setError(sentences.chatPartnerMissing);
    await run(async () => {
      const chat = await createChat([username, ...selected]);
      void mutate(isChatList);
      onCreated(chat);
    });
  };
  return (
    <form className={styles.create} aria-label="Create a chat" tabIndex={-1} onSubmit={submit} noValidate>
      <p className={styles.selected}>
        Selected user{selected.length > 1 && 's'}: {selected.length === 0 && <span className="muted">none yet</span>}
        {selected.map((name) => (
          <button
            key={name}
            type="button"
            className="btn btn-outline-secondary btn-sm"
            aria-label={`Remove ${name}`}
            onClick={() => setSelected(selected.filter((other) => other !== name))}
          >
            <bdi>{name}</bdi> <span aria-hidden="true">✕</span>
          </button>
        ))}
      </p>
      <UserPicker
        excluded={[username, ...selected]}
        recent={recent}
        onPick={(name) => {
          setSelected([...selected, name]);
          setError(null);
        }}
      />
      <InlineError error={error} />
      <button type="submit" className="btn btn-primary" aria-disabled={busy}>
        Create New Chat
      </button>
    </form>
  );
}
