import useSWR from 'swr';
import { fetchKey } from '../../../lib/cacheKeys';
import { webhookNamesKey } from '../keys';

/** Tells the members of a private community which other programs get its posts. Renders nothing if none does. */
export function WebhookNames({ communityId }: { communityId: string }) {
  const { data: names } = useSWR<string[], unknown>(webhookNamesKey(communityId), fetchKey);
  if (!names?.length) return null;
  return (
    <p className="small muted">
      What is posted here is also sent to <bdi>{names.join(', ')}</bdi>.
    </p>
  );
}
