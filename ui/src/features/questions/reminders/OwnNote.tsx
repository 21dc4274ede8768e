import { Suspense, useState } from 'react';
import useSWR from 'swr';
import type { StarNote, StarReply } from '../../../api/generated';
import { lazyWithRetry } from '../../../components/lazyWithRetry';
import { fetchKey } from '../../../lib/cacheKeys';
import { momentOf } from '../../../lib/dates';
import actions from '../detail/PostActions.module.css';
import { starKey } from '../keys';
import { starNotesKey } from './keys';
import styles from './OwnNote.module.css';

const NoteDialog = lazyWithRetry(() => import('./NoteDialog'));

type Props = {
  qid: string;
  title: string;
  /** The note and the reminder of a starred question, if it has either. */
  starNote: StarNote | undefined;
};

/** Shows the viewer's note and reminder of a question that they have starred, and a button that changes them. */
export function OwnNote({ qid, title, starNote }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { note = '', remindAt } = starNote ?? {};
  return (
    <div className={styles.own}>
      {note && (
        <p className={styles.note} dir="auto">
          <span className="visually-hidden">Your note: </span>
          {note}
        </p>
      )}
      {remindAt && (
        <p className="small muted mb-0">
          Reminder: <time dateTime={remindAt}>{momentOf(remindAt)}</time>
        </p>
      )}
      <div className={actions.actions}>
        <button
          type="button"
          className={actions.action}
          aria-label={`Note and reminder: ${title}`}
          onClick={() => setOpen(true)}
        >
          Note and reminder
        </button>
      </div>
      {isOpen && (
        <Suspense>
          <NoteDialog qid={qid} title={title} note={note} remindAt={remindAt} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The same on the page of a question. Renders nothing without the star. */
export function QuestionNote({ qid, title }: { qid: string; title: string }) {
  const isStarred = useSWR<StarReply, unknown>(starKey(qid), fetchKey).data?.starred ?? false;
  const { data: notes } = useSWR<StarNote[], unknown>(isStarred && starNotesKey([qid]), fetchKey);
  return isStarred && notes && <OwnNote qid={qid} title={title} starNote={notes[0]} />;
}
