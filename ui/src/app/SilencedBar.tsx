import { useEffect, useState } from 'react';
import useSWR from 'swr';
import { serverNow } from '../api/client';
import { AppealState } from '../components/sanctions/AppealState';
import { type MySanctions, mySanctionsKey } from '../components/sanctions/api';
import { fetchKey } from '../lib/cacheKeys';
import { momentOf } from '../lib/dates';
import { useUser } from '../lib/session';
import styles from './SecurityNotices.module.css';

/** The longest delay of a timer, in milliseconds. */
const longestDelayMs = 2 ** 31 - 1;

/** Tells a silenced member until when they cannot write, and why. */
export function SilencedBar() {
  const { silencedUntil } = useUser();
  const [, setNow] = useState(0);
  const left = silencedUntil ? Date.parse(silencedUntil) - serverNow() : 0;
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left + 1, longestDelayMs));
    return () => clearTimeout(timer);
  }, [left]);
  if (!silencedUntil || left <= 0) return null;
  return <Notice until={silencedUntil} />;
}

function Notice({ until }: { until: string }) {
  const { data } = useSWR<MySanctions, unknown>(mySanctionsKey, fetchKey);
  const silence = data?.find(({ kind, endsAt, liftedAt }) => kind === 'silence' && endsAt === until && !liftedAt);
  const end = momentOf(until);
  return (
    <section aria-label="You are silenced" className={styles.notice}>
      <div>
        <p className="mb-0">
          <strong>
            A moderator has silenced you until <time dateTime={until}>{end}</time>.
          </strong>
        </p>
        <p className="mb-0">
          Until then you can read, but not write.{' '}
          {silence && (
            <>
              Reason: <bdi>{silence.reason}</bdi>
            </>
          )}
        </p>
      </div>
      {silence && <AppealState logId={silence.logId} action="silence" loggedAt={silence.createdAt} />}
    </section>
  );
}
