import { useEffect } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { Reminder, Reminders } from '../../../api/generated';
import { fetchKey } from '../../../lib/cacheKeys';
import { followStars } from './api';
import { remindersKey } from './keys';

/** The longest time until the server is asked again, in milliseconds. Timers cannot wait for more than 24 days. */
const maxWaitMs = 24 * 3_600_000;

/** Returns the viewer's due reminders. */
export function useReminders(): Reminder[] {
  return useSWR<Reminders, unknown>(remindersKey, fetchKey).data?.due ?? [];
}

/**
 * Keeps the due reminders up to date. The server says how long it takes until the next one is due, so that the clock of
 * the viewer's device does not matter. The focus of the window brings what other devices did.
 */
export function useReminderUpdates() {
  const { mutate: refetch } = useSWRConfig();
  const { data, mutate } = useSWR<Reminders, unknown>(remindersKey, fetchKey, { revalidateOnFocus: true });
  useEffect(() => {
    if (data?.nextDueMs === undefined) return;
    const timer = setTimeout(() => void mutate(), Math.min(data.nextDueMs, maxWaitMs));
    return () => clearTimeout(timer);
  }, [data, mutate]);
  useEffect(() => followStars(refetch), [refetch]);
}
