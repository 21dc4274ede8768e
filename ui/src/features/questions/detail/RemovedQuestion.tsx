import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import { post } from '../../../api/client';
import type { Removal } from '../../../api/generated';
import { AuthorLink } from '../../../components/AuthorLink';
import { InlineError } from '../../../components/InlineError';
import { NotFoundMessage } from '../../../components/NotFoundMessage';
import { RelativeTime } from '../../../components/RelativeTime';
import { Skeleton } from '../../../components/Skeleton';
import { TitleText } from '../../../components/TitleText';
import { announce } from '../../../lib/announce';
import { fetchPage, keysOfTypes, type PageKey } from '../../../lib/cacheKeys';
import { routes } from '../../../lib/routes';
import { useAction } from '../../../lib/useAction';
import { useRefresh } from './useRefresh';

/** Whose removals a moderator sees: those of the site, or those of a community. */
type Props = { qid: string; communityId: string | null; fallback: ReactNode };

const keyOf = (qid: string, communityId: string | null): PageKey<'removals'> => ({
  type: 'removals',
  path: communityId ? `/community/getRemovals/${communityId}?limit=100` : `/administration/getRemovals?post=${qid}`,
});

/** Tells a moderator who removed a question and why, and lets them undo it. Shows `fallback` if it was not removed. */
export default function RemovedQuestion({ qid, communityId, fallback }: Props) {
  const { mutate } = useSWRConfig();
  const refresh = useRefresh(qid);
  const { data, isLoading } = useSWR(['removed', keyOf(qid, communityId)] as const, ([, key]) =>
    fetchPage<Removal>(key),
  );
  const { busy, error, run } = useAction('Error while restoring the question', () =>
    Promise.all([refresh(), mutate(keysOfTypes('administration', 'removals'))]),
  );
  if (isLoading) return <Skeleton rows={1} />;
  const removal = data?.items.find(({ _id }) => _id === qid);
  if (!removal) return fallback;
  const restore = async () => {
    const restored = () =>
      post<Removal>(communityId ? '/post/restorePost' : '/administration/restorePost', { id: qid });
    if (await run(restored)) announce('The question is restored');
  };
  return (
    <NotFoundMessage title="This question was removed.">
      <p dir="auto">
        <TitleText parts={[removal.title]} />
      </p>
      <p className="mb-0">
        Reason: <bdi>{removal.reason}</bdi>
      </p>
      <p className="small muted">
        Written by <AuthorLink name={removal.author} /> · removed by <AuthorLink name={removal.removedBy} />{' '}
        <RelativeTime time={removal.removedAt} />
      </p>
      <button type="button" className="btn btn-primary" aria-disabled={busy} onClick={restore}>
        Undo the removal
      </button>
      <InlineError error={error} />
      {!communityId && (
        <p className="mt-3 mb-0">
          <Link to={routes.administration.to('removed')}>All removed posts</Link>
        </p>
      )}
    </NotFoundMessage>
  );
}
