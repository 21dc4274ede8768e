import { useState } from 'react';
import type { Backup } from '../../api/generated';
import { Empty } from '../../components/Empty';
import { ErrorLine } from '../../components/ErrorLine';
import { PagedList } from '../../components/PagedList';
import { RelativeTime } from '../../components/RelativeTime';
import { counted } from '../../lib/counted';
import { inBytes } from '../../lib/inBytes';
import { useAction } from '../../lib/useAction';
import styles from './Administration.module.css';
import { backupsPath, createBackup } from './api';
import { useRefresh } from './useRefresh';

/** The backups on the server, and the way to make one. */
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
        Backups are made beside the running site and are checked before they are kept. To bring one back, run{' '}
        <code>stoa backup restore</code> on the server.
      </p>
      <div className={styles.tools}>
        <button type="button" className="btn btn-primary" aria-disabled={busy} onClick={backUp}>
          {busy ? 'Backing up…' : 'Back up now'}
        </button>
      </div>
      <ErrorLine error={error} />
      <p role="status" className="success-line">
        {made && `Backed up and checked: ${made}`}
      </p>
      <PagedList<Backup>
        path={backupsPath}
        failed="Error when fetching the backups"
        empty={<Empty title="There are no backups yet" />}
      >
        {(backups) => (
          <ul className={styles.list}>
            {backups.map((backup) => (
              <Item key={backup.name} backup={backup} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}

function Item({ backup: { name, bytes, content } }: { backup: Backup }) {
  return (
    <li>
      <div>
        {name}
        <p className="small muted mb-0">
          {inBytes(bytes)} ·{' '}
          {content ? (
            <>
              made <RelativeTime time={content.createdAt} /> · {counted(content.users, 'user')} ·{' '}
              {counted(content.questions, 'question')}
            </>
          ) : (
            'cannot be read'
          )}
        </p>
      </div>
    </li>
  );
}
