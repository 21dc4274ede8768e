import { useState } from 'react';
import useSWR from 'swr';
import type { MemberTrust } from '../../api/generated';
import { announce } from '../../lib/announce';
import { fetchKey } from '../../lib/cacheKeys';
import { ErrorMessage } from '../ErrorMessage';
import { ReasonDialog } from '../ReasonDialog';
import { RelativeTime } from '../RelativeTime';
import { trustKey, unvouchUser, vouchUser } from './api';

const levels = ['0 (new)', '1 (known)', '2 (trusted)'];

/** Shows moderators of the site how much a member is trusted, and lets them vouch for the member. */
export default function Trust({ username, isStaff }: { username: string; isStaff: boolean }) {
  const { data, error, mutate } = useSWR<MemberTrust, unknown>(trustKey(username), fetchKey);
  const [isAsking, setAsking] = useState(false);
  if (error) return <ErrorMessage error={error} retry={() => void mutate()} />;
  if (!data) return null;
  const { level, vouchedBy, vouchedAt, lostAt } = data;
  const verb = vouchedBy ? 'Take back' : 'Vouch';
  return (
    <section aria-labelledby="trust-heading">
      <h2 id="trust-heading">Trust</h2>
      <p className="mb-2">
        Trust level {levels[level] ?? level}. <span className="muted">Only moderators of the site see this.</span>
      </p>
      {vouchedBy && vouchedAt && (
        <p className="muted mb-1">
          <bdi>{vouchedBy}</bdi> vouched for them <RelativeTime time={vouchedAt} />.
        </p>
      )}
      {lostAt && (
        <p className="muted mb-1">
          They lost their level <RelativeTime time={lostAt} />.
        </p>
      )}
      {!isStaff && (
        <button type="button" className="btn btn-outline-secondary btn-sm" onClick={() => setAsking(true)}>
          {verb}
        </button>
      )}
      {isAsking && (
        <ReasonDialog
          title={
            vouchedBy ? (
              <>
                Take back what <bdi>{vouchedBy}</bdi> vouched?
              </>
            ) : (
              <>
                Vouch for <bdi>{username}</bdi>?
              </>
            )
          }
          action={verb}
          isHarmless={!vouchedBy}
          label="Reason (the member sees it)"
          errorText="Error while changing the trust in the member"
          call={(reason) => (vouchedBy ? unvouchUser : vouchUser)(username, reason)}
          onDone={async () => {
            await mutate();
            announce(vouchedBy ? 'Taken back' : 'You vouched for the member');
          }}
          onClose={() => setAsking(false)}
        >
          {vouchedBy
            ? 'Their level follows from what they have read and written again.'
            : 'They have at least trust level 1 at once: no limits of new members, and no test for spam.'}
        </ReasonDialog>
      )}
    </section>
  );
}
