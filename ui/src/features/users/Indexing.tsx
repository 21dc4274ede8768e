import useSWR from 'swr';
import { patch } from '../../api/client';
import { InlineError } from '../../components/InlineError';
import { type CacheKey, fetchKey } from '../../lib/cacheKeys';
import { useAction } from '../../lib/useAction';

const indexingKey: CacheKey<'indexing'> = { type: 'indexing', path: '/user/getIndexing' };
const indexingError = 'Error while saving what search engines may show';

/** Switches whether search engines may list the viewer's profile and show their name beside their posts. */
export function Indexing() {
  const { data, mutate } = useSWR<boolean, unknown>(indexingKey, fetchKey);
  const { busy, error, run } = useAction(indexingError);
  const set = (allow: boolean) =>
    run(() =>
      mutate(patch<boolean>('/user/setIndexing', { allow }, indexingError), {
        optimisticData: allow,
        revalidate: false,
      }),
    );
  return (
    <section aria-labelledby="search-engines">
      <h2 id="search-engines">Search engines</h2>
      <p className="muted">
        Everyone can read this site, so search engines find its questions and answers. They leave out your profile, and
        your name beside your posts, unless you allow it. Readers of this site see your name in any case.
      </p>
      <label className="form-check">
        <input
          type="checkbox"
          className="form-check-input"
          checked={data ?? false}
          aria-disabled={busy || data === undefined}
          onChange={({ target }) => data !== undefined && void set(target.checked)}
        />
        Let search engines show my profile and my name
      </label>
      <InlineError error={error} />
    </section>
  );
}
