import useSWR from 'swr';
import type { OwnNotices } from '../../api/generated';
import { fetchKey } from '../../lib/cacheKeys';
import { noticesKey } from './keys';

/** Returns what the viewer is told and has not seen, and the number of all of it. */
export function useNotices(): OwnNotices & { count: number } {
  const { data } = useSWR<OwnNotices, unknown>(noticesKey, fetchKey);
  const notices = data ?? { entries: [], entryCount: 0, badges: [], reports: [], reportCount: 0 };
  return { ...notices, count: notices.entryCount + notices.badges.length + notices.reportCount };
}
