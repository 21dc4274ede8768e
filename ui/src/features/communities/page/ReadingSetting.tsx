import { useState } from 'react';
import useSWR from 'swr';
import type { CommunityCard, CommunityReach } from '../../../api/generated';
import { InlineError } from '../../../components/InlineError';
import { LetEveryoneRead, postsOf } from '../../../components/LetEveryoneRead';
import { fetchKey } from '../../../lib/cacheKeys';
import { dateOf } from '../../../lib/dates';
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
        : `Since ${dateOf(`${openedAt}`)} everyone can read what is written here, also without an account.`}
    </p>
  );
}

/** Changes who may read a public community. Asks twice before everyone may. For its owner and administrators. */
export function ReadingSetting({ community: { _id: id, needsAccount = false } }: { community: CommunityCard }) {
  const { busy, error, change } = useCommunityAction('Error while changing who may read the community');
  const [isAsking, setAsking] = useState(false);
  if (!site.publicReading && !needsAccount) return null;
  const store = (value: boolean) => change(() => setReading(id, value));
  // While members read the site, nothing becomes public.
  const open = () => (site.publicReading ? setAsking(true) : void store(false));
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
      {isAsking ? (
        <LetEveryoneRead
          title="Let everyone read this community?"
          reach={<Reach id={id} />}
          warning="Others may keep copies, also after you change this back. The page of the community tells its members."
          busy={busy}
          error={error}
          onConfirm={() => store(false)}
          onClose={() => setAsking(false)}
        />
      ) : (
        <InlineError error={error} />
      )}
    </div>
  );
}

/** Says what becomes public. */
function Reach({ id }: { id: string }) {
  const { data } = useSWR<CommunityReach, unknown>(reachKey(id), fetchKey);
  const posts = postsOf(data, 'All posts here');
  return (
    <>
      {posts} with their comments, the names of their voters and the list of members become readable without an account,
      and search engines can find them.
    </>
  );
}
