import { Link } from 'react-router-dom';
import useSWR from 'swr';
import { patch } from '../../api/client';
import type { Follow } from '../../api/generated';
import { addressOf } from '../../components/following/address';
import { followError } from '../../components/following/api';
import { StateMenu } from '../../components/following/FollowMenu';
import { InlineError } from '../../components/InlineError';
import { PagedList } from '../../components/PagedList';
import { RowList } from '../../components/RowList';
import { TitleText } from '../../components/TitleText';
import { type CacheKey, fetchKey, type PageKey } from '../../lib/cacheKeys';
import { useAction } from '../../lib/useAction';

/** The key of the first page of what the viewer watches or has muted. */
const firstPageKey: PageKey<'followList'> = {
  type: 'followList',
  path: '/following/getFollows?limit=30',
  logMessage: 'Error retrieving what you watch and mute',
};

/** The key of whether the viewer watches the questions that they answer. */
const watchAnsweredKey: CacheKey<'watchAnswered'> = { type: 'watchAnswered', path: '/following/getWatchAnswered' };

/** Lists what the viewer watches or has muted, each with a menu that changes it. */
export function Follows() {
  return (
    // Receives the focus of a removed menu.
    <section aria-label="Watched and muted" tabIndex={-1}>
      <WatchAnswered />
      <PagedList<Follow>
        listKey={firstPageKey}
        empty={
          <p className="muted">You are not watching anything yet. Use Watch on a question, a tag or a community.</p>
        }
      >
        {(follows) => (
          <RowList>
            {follows.map((follow) => (
              <li key={`${follow.kind} ${follow.object}`}>
                <div>
                  <Link to={addressOf(follow)}>
                    <bdi>{follow.kind === 'question' ? <TitleText parts={[follow.name]} /> : follow.name}</bdi>
                  </Link>{' '}
                  <small className="muted">{follow.kind}</small>
                </div>
                <StateMenu {...follow} />
              </li>
            ))}
          </RowList>
        )}
      </PagedList>
    </section>
  );
}

/** Switches whether the viewer watches the questions that they answer. */
function WatchAnswered() {
  const { data, mutate } = useSWR<boolean, unknown>(watchAnsweredKey, fetchKey);
  const { busy, error, run } = useAction(followError);
  const set = (watch: boolean) =>
    run(() =>
      mutate(patch<boolean>('/following/setWatchAnswered', { watch }, followError), {
        optimisticData: watch,
        revalidate: false,
      }),
    );
  return (
    <>
      <label className="form-check">
        <input
          type="checkbox"
          className="form-check-input"
          checked={data ?? false}
          aria-disabled={busy || data === undefined}
          onChange={({ target }) => void set(target.checked)}
        />
        Watch the questions that I answer from now on
      </label>
      <InlineError error={error} />
    </>
  );
}
