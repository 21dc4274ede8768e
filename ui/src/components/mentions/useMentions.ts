import useSWR from 'swr';
import type { Page } from '../../api/client';
import type { Mention } from '../../api/generated';
import { fetchPage } from '../../lib/cacheKeys';
import { mentionsKey } from './keys';

/** Returns the newest texts that name the viewer and that they have not seen, and the number of all; none if disabled. */
export function useMentions(isAsked = true): { items: Mention[]; total: number } {
  const { data } = useSWR<Page<Mention>, unknown>(isAsked && mentionsKey, fetchPage);
  return data ?? { items: [], total: 0 };
}
