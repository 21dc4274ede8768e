import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { isInboxData } from '../../../components/inbox/keys';
import { followStars } from './api';

/** The longest time until the server is asked again, in milliseconds. Timers cannot wait for more than 24 days. */
const maxWaitMs = 24 * 3_600_000;

/**
 * Fetches the inbox again when the next reminder is due, and when a star changes. The server says how long it takes, so that
 * the clock of the viewer's device does not matter. `data` is what it said.
 */
export function useReminderUpdates(data: { nextDueMs?: number | undefined } | undefined) {
  const { mutate } = useSWRConfig();
  useEffect(() => {
    if (data?.nextDueMs === undefined) return;
    const timer = setTimeout(() => void mutate(isInboxData), Math.min(data.nextDueMs, maxWaitMs));
    return () => clearTimeout(timer);
  }, [data, mutate]);
  useEffect(() => followStars(mutate), [mutate]);
}
