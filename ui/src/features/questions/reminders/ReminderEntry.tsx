import { useSWRConfig } from 'swr';
import type { InboxEntry } from '../../../api/generated';
import { InlineError } from '../../../components/InlineError';
import { EntryLayout } from '../../../components/inbox/EntryLayout';
import { isInboxData } from '../../../components/inbox/keys';
import { TitleText } from '../../../components/TitleText';
import { routes } from '../../../lib/routes';
import { useAction } from '../../../lib/useAction';
import { noteError, setStarNote } from './api';
import styles from './OwnNote.module.css';
import { inDays } from './times';

type Props = { entry: Extract<InboxEntry, { kind: 'reminder' }> };

/** An entry of the inbox about a due reminder, with buttons that end it and that put it off. */
export function ReminderEntry({ entry }: Props) {
  const { qid, title, note, remindAt } = entry.item;
  const { mutate } = useSWRConfig();
  const { busy, error, run } = useAction(noteError, () => mutate(isInboxData));
  const remind = (time: string) => void run(() => setStarNote(mutate, qid, { remindAt: time }));
  return (
    <EntryLayout
      isNew={entry.isNew}
      at={remindAt}
      headline={
        <bdi>
          <TitleText parts={[title]} />
        </bdi>
      }
      to={routes.question.to(qid)}
      text={
        note && (
          <p className={styles.note} dir="auto">
            <span className="visually-hidden">Your note: </span>
            {note}
          </p>
        )
      }
      reason="because you asked to be reminded"
    >
      <button type="button" aria-label={`Done: ${title}`} aria-disabled={busy} onClick={() => remind('none')}>
        Done
      </button>
      <button
        type="button"
        aria-label={`Tomorrow: ${title}`}
        aria-disabled={busy}
        onClick={() => remind(inDays(1).toISOString())}
      >
        Tomorrow
      </button>
      <InlineError error={error} />
    </EntryLayout>
  );
}
