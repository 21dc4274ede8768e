import { lazy, Suspense } from 'react';
import { ApiError } from '../../api/client';

const SuspensionAppeal = lazy(() => import('./SuspensionAppeal').catch(() => ({ default: () => null })));

/** What follows a refused login if the member is suspended: the appeal. Nothing after other failures. */
export function AppealStep({ failure }: { failure: unknown }) {
  const proof = failure instanceof ApiError && failure.headers?.get('x-appeal-proof');
  return proof ? (
    <Suspense>
      <SuspensionAppeal key={proof} proof={proof} />
    </Suspense>
  ) : null;
}
