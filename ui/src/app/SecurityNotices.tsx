import { Link } from 'react-router-dom';
import useSWR, { type KeyedMutator } from 'swr';
import { post } from '../api/client';
import type { SecurityNotice } from '../api/generated';
import { InlineError } from '../components/InlineError';
import { type CacheKey, fetchKey } from '../lib/cacheKeys';
import { momentOf } from '../lib/dates';
import { routes } from '../lib/routes';
import { doneToSignIn, type OthersDoing } from '../lib/securityNotices';
import { type Seen, seenTabs } from '../lib/seenTabs';
import { useUser } from '../lib/session';
import { site } from '../lib/site';
import { useAction } from '../lib/useAction';
import { MailRefused } from './MailRefused';
import styles from './SecurityNotices.module.css';

const noticesKey: CacheKey<'securityNotices'> = { type: 'securityNotices', path: '/user/getSecurityNotices' };

/** Tells the user what others did to their login or to the mail server, until they dismiss it, and that their mails are refused. */
export function SecurityNotices() {
  const { data: notices, mutate } = useSWR<SecurityNotice[], unknown>(noticesKey, fetchKey);
  return (
    <>
      {site.features.mail && <MailRefused />}
      {notices && notices.length > 0 && <Notices notices={notices} mutate={mutate} />}
    </>
  );
}

function Notices({ notices, mutate }: { notices: SecurityNotice[]; mutate: KeyedMutator<SecurityNotice[]> }) {
  return (
    <section aria-label="Security notices">
      {notices.map((notice) => (
        <Notice
          key={notice._id}
          notice={notice}
          dismiss={async () => {
            const path = `/user/dismissSecurityNotice/${encodeURIComponent(notice._id)}`;
            await mutate(post<SecurityNotice[]>(path, {}), { revalidate: false });
            seenTabs.postMessage('securityNotices' satisfies Seen);
          }}
        />
      ))}
    </section>
  );
}

type Props = { notice: SecurityNotice; dismiss: () => Promise<unknown> };

function Notice({ notice: { kind, by, createdAt }, dismiss }: Props) {
  const { username } = useUser();
  const { busy, error, run } = useAction('Error while dismissing the notice');
  return (
    <div className={styles.notice}>
      <div>
        <p className="mb-0">
          <strong>
            {doneToSignIn[kind as OthersDoing]} by {by ? <bdi>{by}</bdi> : 'the operator of this site'} on{' '}
            <time dateTime={createdAt}>{momentOf(createdAt)}</time>.
          </strong>{' '}
          {kind === 'mailServer' ? (
            'It receives all mails to you, also those with which a password is reset.'
          ) : (
            <>
              If you did not ask for this, ask {by ? 'them' : 'the operator'} why,{' '}
              <Link to={routes.user.to(username)}>set another password</Link> and look through what you have written.
            </>
          )}
        </p>
        <InlineError error={error} />
      </div>
      <button
        type="button"
        className="btn btn-sm btn-outline-secondary"
        aria-disabled={busy}
        onClick={() => void run(dismiss)}
      >
        Dismiss
      </button>
    </div>
  );
}
