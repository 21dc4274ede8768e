import useSWR from 'swr';
import type { OwnNotices } from '../../api/generated';
import { fetchKey } from '../../lib/cacheKeys';
import { noticesKey } from './keys';

/** Returns what the viewer was notified of and has not seen. */
export function useNotices(): OwnNotices {
  const { data } = useSWR<OwnNotices, unknown>(noticesKey, fetchKey);
  return data ?? { entries: [], entryCount: 0, badges: [], reports: [], reportCount: 0 };
}
