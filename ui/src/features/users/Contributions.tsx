import { useState } from 'react';
import useSWR from 'swr';
import { ApiError, get } from '../../api/client';
import type { Contribution } from '../../api/generated';
import { ContributionCalendar } from '../../components/calendar/ContributionCalendar';
import { ErrorBox } from '../../components/ErrorBox';
import { dayOf, sixWeeks } from '../../lib/calendar';
import { contributionsPath } from './api';

/** When a user wrote how much. */
export function Contributions({ username }: { username: string }) {
  const today = dayOf(new Date());
  const [day, setDay] = useState(today);
  const days = sixWeeks(day);
  const path = contributionsPath(username, days[0] ?? day, days.at(-1) ?? day);
  const { data, error, mutate } = useSWR<Contribution[], unknown>(path, get);
  const reason = error instanceof ApiError ? error.message : 'Error fetching user contributions';
  return (
    <section>
      <h2>Contributions</h2>
      {error && !data ? (
        <ErrorBox error={`Error loading contributions: ${reason}`} retry={() => void mutate()} />
      ) : (
        <ContributionCalendar day={day} onDay={setDay} today={today} contributions={data} />
      )}
    </section>
  );
}
