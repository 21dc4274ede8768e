import useSWR from 'swr';
import type { Health as HealthOfServer } from '../../api/generated';
import { ErrorMessage } from '../../components/ErrorMessage';
import { RelativeTime } from '../../components/RelativeTime';
import { Skeleton } from '../../components/Skeleton';
import { fetchKey } from '../../lib/cacheKeys';
import { formatBytes } from '../../lib/formatBytes';
import styles from './Administration.module.css';
import { healthKey } from './keys';

/** The interval between two fetches, in milliseconds. */
const refreshMs = 10_000;

/** Shows the state of the server. */
export function Health() {
  const { data, error, mutate } = useSWR<HealthOfServer, unknown>(healthKey, fetchKey, { refreshInterval: refreshMs });
  if (!data) return error ? <ErrorMessage error={error} retry={() => void mutate()} /> : <Skeleton rows={2} />;
  const { version, schema, startedAt, databaseBytes, logBytes, freeBytes, lastBackup, backupsReadable } = data;
  return (
    <>
      {error !== undefined && <ErrorMessage error={error} text="These numbers are old." retry={() => void mutate()} />}
      <dl className={styles.facts}>
        <dt>Version</dt>
        <dd>
          {version}, schema {schema}
        </dd>
        <dt>Started</dt>
        <dd>
          <RelativeTime time={startedAt} />
        </dd>
        <dt>Database</dt>
        <dd>{formatBytes(databaseBytes)}</dd>
        <dt>Write-ahead log</dt>
        <dd>{formatBytes(logBytes)}</dd>
        <dt>Free disk space</dt>
        <dd>{freeBytes === undefined ? 'unknown' : formatBytes(freeBytes)}</dd>
        <dt>Stored</dt>
        <dd>
          {formatBytes(data.storedBytes)}
          {data.storageLimit !== undefined && ` of ${formatBytes(data.storageLimit)}`}
        </dd>
        <dt>Last backup</dt>
        <dd>
          {lastBackup?.content ? (
            <RelativeTime time={lastBackup.content.createdAt} />
          ) : backupsReadable ? (
            'never'
          ) : (
            'unknown: the backup directory cannot be read; see the server’s log'
          )}
        </dd>
        <dt>Address</dt>
        <dd>
          {data.hasBaseUrl ? (
            'configured'
          ) : (
            <>
              not configured, so the site answers under any name, also under one that an attacker has chosen. Add a line
              with its address to <code>[server]</code> in the configuration, such as this one, and restart:{' '}
              <code>{`base_url = "${data.missingBaseUrl ?? 'https://example.org'}"`}</code>
            </>
          )}
        </dd>
      </dl>
    </>
  );
}
