import { useState } from 'react';
import useSWR from 'swr';
import { ApiError } from '../../api/client';
import type { Contribution } from '../../api/generated';
import { ContributionCalendar } from '../../components/calendar/ContributionCalendar';
import { ErrorMessage } from '../../components/ErrorMessage';
import { fetchKey } from '../../lib/cacheKeys';
import { dayOf, monthGrid } from '../../lib/calendar';
import { contributionsError, contributionsKey } from './keys';

/** Shows a user's contributions by day. */
export function Contributions({ username }: { username: string }) {
  const today = dayOf(new Date());
  const [day, setDay] = useState(today);
  const days = monthGrid(day);
  const path = contributionsKey(username, days[0] ?? day, days.at(-1) ?? day);
  const { data, error, mutate } = useSWR<Contribution[], unknown>(path, fetchKey);
  const reason = error instanceof ApiError ? error.message : contributionsError;
  return (
    <section>
      <h2>Contributions</h2>
      {error && !data ? (
        <ErrorMessage error={`Error loading contributions: ${reason}`} retry={() => void mutate()} />
      ) : (
        <ContributionCalendar day={day} onDayChange={setDay} today={today} contributions={data} />
      )}
    </section>
  );
}
