import { type FormEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import * as sentences from '../../../api/sentences';
import { InlineError } from '../../../components/InlineError';
import { announce } from '../../../lib/announce';
import { useUser } from '../../../lib/session';
import { useAction } from '../../../lib/useAction';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { addParticipant } from '../api';
import { chatUpdated } from '../cache';
import styles from './DirectMessages.module.css';
import { UserPicker } from './UserPicker';

type Props = { id: string; participants: string[]; close: () => void };

/** Adds a participant to a chat. */
export function AddParticipant({ id, participants, close }: Props) {
  const { username } = useUser();
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const [selected, setSelected] = useState<string | null>(null);
  const { busy, error, setError, run } = useAction('Error while adding a user to the chat');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!selected) return setError(sentences.chatPartnerMissing);
    const isDone = await run(async () => {
      const chat = await addParticipant(id, selected);
      chatUpdated({ edit, mutate }, { chat, type: 'newParticipant' }, username);
    });
    if (!isDone) return;
    announce(`${selected} is in the chat now`);
    close();
  };
  return (
    <form className={styles.create} aria-label="Add a user to the chat" tabIndex={-1} onSubmit={submit} noValidate>
      <p className="small muted mb-0">New participants see only the messages that come after this.</p>
      <UserPicker
        excluded={participants}
        onPick={(name) => {
          setSelected(name);
          setError(null);
        }}
      />
      <InlineError error={error} />
      <button type="submit" className="btn btn-primary" aria-disabled={busy}>
        Add {selected ? <bdi>{selected}</bdi> : 'to the chat'}
      </button>
    </form>
  );
}
