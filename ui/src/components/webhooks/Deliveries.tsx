import useSWR from 'swr';
import type { WebhookDelivery } from '../../api/generated';
import { fetchKey } from '../../lib/cacheKeys';
import { useAction } from '../../lib/useAction';
import { Badge } from '../Badge';
import { ErrorMessage } from '../ErrorMessage';
import { InlineError } from '../InlineError';
import { RelativeTime } from '../RelativeTime';
import { RowList } from '../RowList';
import { Skeleton } from '../Skeleton';
import { deliveriesKey, sendAgain } from './api';
import { eventNames } from './names';

/** The interval between two fetches, in milliseconds. */
const refreshMs = 5_000;

/** Lists the next messages of a webhook and its last ones, which can be sent again. */
export function Deliveries({ id }: { id: string }) {
  const { data, error, mutate } = useSWR<WebhookDelivery[], unknown>(deliveriesKey(id), fetchKey, {
    refreshInterval: refreshMs,
  });
  const { busy, error: failed, run } = useAction('Error while sending again');
  if (!data) return error ? <ErrorMessage error={error} retry={() => void mutate()} /> : <Skeleton rows={1} />;
  if (data.length === 0) return <p className="muted mb-0">No messages yet.</p>;
  const again = (delivery: WebhookDelivery) =>
    run(async () => mutate(await sendAgain(delivery._id), { revalidate: false }));
  return (
    <>
      <InlineError error={failed} />
      <RowList>
        {data.map((delivery) => (
          <Item key={delivery._id} delivery={delivery} busy={busy} again={() => void again(delivery)} />
        ))}
      </RowList>
    </>
  );
}

function Item({ delivery, busy, again }: { delivery: WebhookDelivery; busy: boolean; again: () => void }) {
  const { _id: id, event, createdAt, endedAt, isSent, attempts, status, duration, reply, problem } = delivery;
  const state = endedAt === undefined ? 'waits' : isSent ? 'sent' : 'not taken';
  const facts = [
    ...(attempts > 0 ? [attempts === 1 ? '1 attempt' : `${attempts} attempts`] : []),
    ...(status === undefined ? [] : [`reply ${status}`]),
    ...(duration === undefined ? [] : [`${duration} ms`]),
  ];
  return (
    <li>
      <div>
        {eventNames[event]} <Badge>{state}</Badge>
        <p className="small muted mb-0">
          <RelativeTime time={createdAt} />
          {facts.map((fact) => ` · ${fact}`)} · <code>{id}</code>
        </p>
        {problem && <p className="small mb-0">{problem}</p>}
        {reply && (
          <details className="small">
            <summary>Reply</summary>
            <pre className="mb-0 text-wrap text-break">{reply}</pre>
          </details>
        )}
      </div>
      {endedAt !== undefined && (
        <button
          type="button"
          className="btn btn-outline-secondary btn-sm"
          aria-label={`Send again: ${id}`}
          aria-disabled={busy}
          onClick={again}
        >
          Send again
        </button>
      )}
    </li>
  );
}
