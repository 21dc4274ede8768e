import { Link } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { Reminder } from '../../../api/generated';
import { InlineError } from '../../../components/InlineError';
import { Panel, PanelItem } from '../../../components/Panel';
import { RelativeTime } from '../../../components/RelativeTime';
import { TitleText } from '../../../components/TitleText';
import { routes } from '../../../lib/routes';
import { useAction } from '../../../lib/useAction';
import actions from '../detail/PostActions.module.css';
import { noteError, setStarNote } from './api';
import styles from './OwnNote.module.css';
import { inDays } from './times';
import { useReminders } from './useReminders';

/** Lists the due reminders, the latest first. Renders nothing if none is due. */
export default function DueReminders() {
  const due = useReminders();
  if (due.length === 0) return null;
  return (
    <Panel title="Reminders">
      <ul>
        {due.map((reminder) => (
          <Item key={reminder.qid} reminder={reminder} />
        ))}
      </ul>
    </Panel>
  );
}

/** A due reminder, with buttons that end it and that put it off. */
function Item({ reminder: { qid, title, note, remindAt } }: { reminder: Reminder }) {
  const { mutate } = useSWRConfig();
  const { busy, error, run } = useAction(noteError);
  const remind = (remindAt: string) => run(() => setStarNote(mutate, qid, { remindAt }));
  return (
    <PanelItem isNew>
      <div>
        <Link to={routes.question.to(qid)}>
          <bdi>
            <TitleText parts={[title]} />
          </bdi>
        </Link>
        {note && (
          <p className={styles.note} dir="auto">
            <span className="visually-hidden">Your note: </span>
            {note}
          </p>
        )}
        <p className="small muted mb-0">
          because you asked to be reminded · <RelativeTime time={remindAt} />
        </p>
        <div className={actions.actions}>
          <button
            type="button"
            className={actions.action}
            aria-label={`Done: ${title}`}
            aria-disabled={busy}
            onClick={() => remind('none')}
          >
            Done
          </button>
          <button
            type="button"
            className={actions.action}
            aria-label={`Tomorrow: ${title}`}
            aria-disabled={busy}
            onClick={() => remind(inDays(1).toISOString())}
          >
            Tomorrow
          </button>
        </div>
        <InlineError error={error} />
      </div>
    </PanelItem>
  );
}
