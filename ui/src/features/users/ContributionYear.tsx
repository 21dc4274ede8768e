import useSWR from 'swr';
import type { Contribution } from '../../api/generated';
import { firstDayOfYear, YearMap } from '../../components/calendar/YearMap';
import { Skeleton } from '../../components/Skeleton';
import { fetchKey } from '../../lib/cacheKeys';
import { dayOf } from '../../lib/calendar';
import { contributionsKey } from './keys';

/** Shows a user's contributions of the past year. */
export function ContributionYear({ username }: { username: string }) {
  const today = dayOf(new Date());
  const key = contributionsKey(username, firstDayOfYear(today), today);
  const { data, error, mutate } = useSWR<Contribution[], unknown>(key, fetchKey);
  return (
    <section aria-label="Past year">
      {data ? (
        <YearMap today={today} contributions={data} />
      ) : error ? (
        <p className="muted mb-0">
          The past year could not be loaded.{' '}
          <button type="button" className="btn btn-link p-0" onClick={() => void mutate()}>
            Load the past year
          </button>
        </p>
      ) : (
        <Skeleton rows={1} />
      )}
    </section>
  );
}
