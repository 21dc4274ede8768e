import useSWR from 'swr';
import type { QueueCount } from '../../api/generated';
import { fetchKey } from '../../lib/cacheKeys';
import { CountBadge } from '../CountBadge';
import { queueCountKey } from './api';

/** Shows the number of cases that wait for the viewer, all or those of a community. Renders nothing for 0. */
export default function QueueBadge({ community }: { community?: string }) {
  const { data } = useSWR<QueueCount, unknown>(queueCountKey(community), fetchKey);
  return <CountBadge count={data?.count ?? 0} noun="report" />;
}
