import useSWR from 'swr';
import { get } from '../../api/client';
import type { Health as HealthOfServer } from '../../api/generated';
import { ErrorBox } from '../../components/ErrorBox';
import { RelativeTime } from '../../components/RelativeTime';
import { Skeleton } from '../../components/Skeleton';
import { inBytes } from '../../lib/inBytes';
import styles from './Administration.module.css';
import { healthPath } from './api';

/** How often it is looked at while it is shown, in milliseconds. */
const often = 10_000;

/** How the server is. */
export function Health() {
  const { data, error, mutate } = useSWR<HealthOfServer, unknown>(healthPath, get, { refreshInterval: often });
  if (!data) return error ? <ErrorBox error={error} retry={() => void mutate()} /> : <Skeleton rows={2} />;
  const { version, schema, startedAt, databaseBytes, logBytes, freeBytes, lastBackup } = data;
  return (
    <>
      {error !== undefined && <ErrorBox error={error} text="These numbers are old." retry={() => void mutate()} />}
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
        <dd>{inBytes(databaseBytes)}</dd>
        <dt>Write-ahead log</dt>
        <dd>{inBytes(logBytes)}</dd>
        <dt>Free disk space</dt>
        <dd>{freeBytes === undefined ? 'unknown' : inBytes(freeBytes)}</dd>
        <dt>Last backup</dt>
        <dd>{lastBackup?.content ? <RelativeTime time={lastBackup.content.createdAt} /> : 'never'}</dd>
      </dl>
    </>
  );
}
