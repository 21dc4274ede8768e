import { Link, Navigate, useLocation } from 'react-router-dom';
import useSWR from 'swr';
import type { AddressTarget } from '../api/generated';
import { NotFoundMessage } from '../components/NotFoundMessage';
import { Skeleton } from '../components/Skeleton';
import { fetchKey } from '../lib/cacheKeys';
import { routes } from '../lib/routes';

/**
 * In place of a page that does not exist. An address of an imported site leads to its page here: the server knew no
 * session when a link of another site led there.
 */
export default function MissingPage() {
  const { pathname, search } = useLocation();
  const of = new URLSearchParams({ of: pathname + search });
  const key = { type: 'address', path: `/address/getTarget?${of}` };
  const { data, isLoading } = useSWR<AddressTarget, unknown>(key, fetchKey);
  if (data?.target) return <Navigate to={data.target} replace />;
  if (isLoading) return <Skeleton />;
  return (
    <NotFoundMessage title="There is no such page">
      <p className="muted">It may have moved, or its address is not complete.</p>
      <Link to={routes.questions.to()} className="btn btn-outline-secondary">
        Go to the questions
      </Link>
    </NotFoundMessage>
  );
}
