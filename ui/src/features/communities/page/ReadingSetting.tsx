import { useState } from 'react';
import useSWR from 'swr';
import type { CommunityCard, CommunityReach } from '../../../api/generated';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { InlineError } from '../../../components/InlineError';
import { fetchKey } from '../../../lib/cacheKeys';
import { pluralize } from '../../../lib/pluralize';
import { site } from '../../../lib/site';
import { setReading } from '../api';
import { reachKey } from '../keys';
import { useCommunityAction } from '../useCommunityAction';
import styles from './CommunityPage.module.css';

/** Says who reads a public community, where that is not what every member reads. */
export function ReadingNotice({ community: { needsAccount, openedAt } }: { community: CommunityCard }) {
  if (!site.publicReading || !(needsAccount || openedAt)) return null;
  return (
    <p className={styles.notice}>
      {needsAccount
        ? 'Only members of this site can read what is written here. Others see the name, the description, the owner and the number of members.'
        : `Since ${new Date(`${openedAt}`).toLocaleDateString()} everyone can read what is written here, also without an account.`}
    </p>
  );
}

/** Changes who may read a public community. Asks twice before everyone may. For its owner and administrators. */
export function ReadingSetting({ community: { _id: id, needsAccount = false } }: { community: CommunityCard }) {
  const { busy, error, change } = useCommunityAction('Error while changing who may read the community');
  const [question, setQuestion] = useState<'first' | 'second' | null>(null);
  if (!site.publicReading && !needsAccount) return null;
  const store = (value: boolean) => change(() => setReading(id, value));
  const close = () => setQuestion(null);
  // While members read the site, nothing becomes public.
  const open = () => (site.publicReading ? setQuestion('first') : void store(false));
  return (
    <div>
      <label className="form-check">
        <input
          type="checkbox"
          className="form-check-input"
          checked={needsAccount}
          aria-disabled={busy}
          onChange={({ target: { checked } }) => (checked ? void store(true) : open())}
        />
        Reading needs an account
      </label>
      {!question && <InlineError error={error} />}
      {question === 'first' && (
        <ConfirmDialog
          key="first"
          title="Let everyone read this community?"
          action="Continue…"
          busy={false}
          error={null}
          onConfirm={async () => {
            setQuestion('second');
            return false;
          }}
          onClose={close}
        >
          <Reach id={id} />
        </ConfirmDialog>
      )}
      {question === 'second' && (
        <ConfirmDialog
          key="second"
          title="Are you sure?"
          action="Let everyone read"
          busy={busy}
          error={error}
          onConfirm={() => store(false)}
          onClose={close}
        >
          Their authors wrote for members. Others may keep copies, also after you change this back. The page of the
          community tells its members.
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Says what becomes public. */
function Reach({ id }: { id: string }) {
  const { data } = useSWR<CommunityReach, unknown>(reachKey(id), fetchKey);
  const posts = data
    ? `${pluralize(data.posts, 'post')} of ${pluralize(data.authors, 'person', 'people')}`
    : 'All posts here';
  return (
    <>
      {posts} with their comments, the names of their voters and the list of members become readable without an account,
      and search engines can find them.
    </>
  );
}
