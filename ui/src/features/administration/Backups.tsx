import { useState } from 'react';
import type { Backup } from '../../api/generated';
import { EmptyState } from '../../components/EmptyState';
import { InlineError } from '../../components/InlineError';
import { PagedList } from '../../components/PagedList';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { formatBytes } from '../../lib/formatBytes';
import { pluralize } from '../../lib/pluralize';
import { useAction } from '../../lib/useAction';
import styles from './Administration.module.css';
import { createBackup } from './api';
import { backupsKey } from './keys';
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
        Stoa creates backups while the site runs and verifies each one. To restore one, run{' '}
        <code>stoa backup restore</code> on the server.
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
