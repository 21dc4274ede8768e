import { type FormEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import * as sentences from '../../../api/sentences';
import { ErrorLine } from '../../../components/ErrorLine';
import { announce } from '../../../lib/announce';
import { useUser } from '../../../lib/session';
import { useAction } from '../../../lib/useAction';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { addParticipant } from '../api';
import { chatChanged } from '../cache';
import styles from './DirectMessages.module.css';
import { UserPicker } from './UserPicker';

type Props = { id: string; participants: string[]; close: () => void };

/** Lets somebody else take part in a chat. */
export function AddParticipant({ id, participants, close }: Props) {
  const { username } = useUser();
  const { mutate } = useSWRConfig();
  const edit = useCacheEditor();
  const [selected, setSelected] = useState<string | null>(null);
  const { busy, error, setError, run } = useAction('Error while adding somebody to the chat');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!selected) return setError(sentences.chatPartnerMissing);
    const isDone = await run(async () => {
      const chat = await addParticipant(id, selected);
      chatChanged({ edit, mutate }, { chat, type: 'newParticipant' }, username);
    });
    if (!isDone) return;
    announce(`${selected} takes part now`);
    close();
  };
  return (
    <form className={styles.create} aria-label="Add somebody to the chat" tabIndex={-1} onSubmit={submit} noValidate>
      <p className="small muted mb-0">Whoever is added can read everything that was written here before.</p>
      <UserPicker
        without={participants}
        onPick={(name) => {
          setSelected(name);
          setError(null);
        }}
      />
      <ErrorLine error={error} />
      <button type="submit" className="btn btn-primary" aria-disabled={busy}>
        Add {selected ? <bdi>{selected}</bdi> : 'to the chat'}
      </button>
    </form>
  );
}
