import useSWR from 'swr';
import type { DeliveryCounts, DeliveryKind, FailedDelivery } from '../../api/generated';
import { AuthorLink } from '../../components/AuthorLink';
import { EmptyState } from '../../components/EmptyState';
import { ErrorMessage } from '../../components/ErrorMessage';
import { InlineError } from '../../components/InlineError';
import { PagedList } from '../../components/PagedList';
import { RelativeTime } from '../../components/RelativeTime';
import { RowList } from '../../components/RowList';
import { announce } from '../../lib/announce';
import { fetchKey } from '../../lib/cacheKeys';
import { useAction } from '../../lib/useAction';
import styles from './Administration.module.css';
import { resendDelivery } from './api';
import { deliveriesKey, deliveryCountsKey } from './keys';
import { useRefresh } from './useRefresh';

/** The interval between two fetches of the numbers, in milliseconds. */
const refreshMs = 10_000;

const names: Record<DeliveryKind, string> = {
  verifyAddress: 'Confirmation of an address',
  resetPassword: 'Link to another password',
  addressChanged: 'Notice about another address',
  passwordChanged: 'Notice about another password',
  signInReset: 'Notice about a reset login',
  secondFactorReset: 'Notice about a reset second factor',
  newDevice: 'Notice about a login with a new device',
  reportDecided: 'Decision of a visitor’s report',
  invitation: 'Invitation',
  answer: 'Answer',
  comment: 'Comment',
  mention: 'Mention',
  watched: 'News of what is watched',
  reminder: 'Reminder',
  dailyDigest: 'Daily digest',
  weeklyDigest: 'Weekly digest',
};

/** Shows how many mails and push messages wait, and those that could not be sent, which can be sent again. */
export function Deliveries() {
  return (
    <>
      <Counts />
      <h2 className="mt-4">Failed mails and push messages</h2>
      <PagedList<FailedDelivery>
        listKey={deliveriesKey}
        errorText="Error when fetching what has failed"
        empty={
          <EmptyState title="Nothing has failed">
            <p className="muted">What has failed stays here for 14 days. Addresses are not shown.</p>
          </EmptyState>
        }
      >
        {(failed) => (
          <RowList>
            {failed.map((delivery) => (
              <Item key={delivery._id} delivery={delivery} />
            ))}
          </RowList>
        )}
      </PagedList>
    </>
  );
}

function Counts() {
  const { data, error, mutate } = useSWR<DeliveryCounts, unknown>(deliveryCountsKey, fetchKey, {
    refreshInterval: refreshMs,
  });
  if (error !== undefined) return <ErrorMessage error={error} retry={() => void mutate()} />;
  return (
    <dl className={styles.facts}>
      <dt>Waiting</dt>
      <dd>
        {data?.waiting}
        {data?.waitingSince !== undefined && (
          <>
            {' '}
            · the oldest since <RelativeTime time={data.waitingSince} />
          </>
        )}
      </dd>
      <dt>Sent in 7 days</dt>
      <dd>{data?.sent}</dd>
      <dt>Failed in 14 days</dt>
      <dd>{data?.failed}</dd>
    </dl>
  );
}

function Item({ delivery }: { delivery: FailedDelivery }) {
  const { _id: id, channel, kind, username, failedAt, attempts, problem } = delivery;
  const name = channel === 'push' ? `${names[kind]} by push` : names[kind];
  const { busy, error, run } = useAction('Error while sending again', useRefresh());
  const resend = async () => {
    if (await run(() => resendDelivery(id))) announce('It is sent again');
  };
  return (
    <li>
      <div>
        {name} for <AuthorLink name={username} />
        <p className="mb-0">
          <bdi>{problem}</bdi>
        </p>
        <p className="small muted mb-0">
          failed <RelativeTime time={failedAt} /> · {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
        </p>
        <InlineError error={error} />
      </div>
      <button
        type="button"
        className="btn btn-sm btn-outline-secondary"
        aria-label={`Send again: ${name} for ${username}`}
        aria-disabled={busy}
        onClick={resend}
      >
        Send again
      </button>
    </li>
  );
}
