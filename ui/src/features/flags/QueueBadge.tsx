import useSWR from 'swr';
import type { QueueCount } from '../../api/generated';
import { CountBadge } from '../../components/CountBadge';
import { fetchKey } from '../../lib/cacheKeys';
import { queueCountKey } from './api';

/** Shows the number of cases that wait for the viewer. Renders nothing for 0. */
export function QueueBadge() {
  const { data } = useSWR<QueueCount, unknown>(queueCountKey, fetchKey);
  return <CountBadge count={data?.count ?? 0} noun="report" />;
}
