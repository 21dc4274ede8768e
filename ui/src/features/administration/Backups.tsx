import { useState } from 'react';
import useSWR from 'swr';
import type { Backup, Health } from '../../api/generated';
import { EmptyState } from '../../components/EmptyState';
import { InlineError } from '../../components/InlineError';
import { PagedList } from '../../components/PagedList';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { fetchKey } from '../../lib/cacheKeys';
import { formatBytes } from '../../lib/formatBytes';
import { pluralize } from '../../lib/pluralize';
import { useAction } from '../../lib/useAction';
import styles from './Administration.module.css';
import { createBackup } from './api';
import { backupsKey, healthKey } from './keys';
import { useRefresh } from './useRefresh';

/** Lists the backups on the server and creates new ones. */
export function Backups() {
  const { busy, error, run } = useAction('Error while backing up', useRefresh());
  const [made, setMade] = useState<string | null>(null);
  const backUp = async () => {
    setMade(null);
    await run(async () => setMade((await createBackup()).name));
  };
  return (
    <>
      <p className="muted">
        <Schedule /> Each is made while the site runs, and verified. A backup holds everything, private communities and
        chats included, so it can be copied and restored only on the server, with <code>stoa backup restore</code>.
      </p>
      <div className={styles.bar}>
        <button type="button" className="btn btn-primary" aria-disabled={busy} onClick={backUp}>
          {busy ? 'Backing up…' : 'Back up now'}
        </button>
      </div>
      <InlineError error={error} />
      <p role="status" className="success-line">
        {made && `Backed up and checked: ${made}`}
      </p>
      <PagedList<Backup>
        listKey={backupsKey}
        errorText="Error when fetching the backups"
        empty={<EmptyState title="No backups yet" />}
      >
        {(backups) => (
          <RowList>
            {backups.map((backup) => (
              <Item key={backup.name} backup={backup} />
            ))}
          </RowList>
        )}
      </PagedList>
    </>
  );
}

/** Says when backups are made. */
function Schedule() {
  const { data } = useSWR<Health, unknown>(healthKey, fetchKey);
  if (!data) return null;
  const schedule = data.backupSchedule;
  if (!schedule)
    return (
      <>
        No backup is made by itself: set <code>backup.schedule</code> in the configuration of the server.
      </>
    );
  return <>A backup is made {schedule.includes(':') ? `every day at ${schedule} UTC` : `every ${schedule}`}.</>;
}

function Item({ backup: { name, bytes, content } }: { backup: Backup }) {
  return (
    <li>
      <div>
        {name}
        <p className="small muted mb-0">
          {formatBytes(bytes)} ·{' '}
          {content ? (
            <>
              made <RelativeTime time={content.createdAt} /> · {pluralize(content.users, 'user')}
            </>
          ) : (
            'cannot be read'
          )}
        </p>
      </div>
    </li>
  );
}
