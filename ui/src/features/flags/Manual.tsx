import { Suspense, useState } from 'react';
import { lazyWithRetry } from '../../components/lazyWithRetry';
import { Skeleton } from '../../components/Skeleton';

const ManualText = lazyWithRetry(() => import('./ManualText'));

/** What a moderator needs to know, which loads when it is opened. */
export function Manual() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="mb-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>How to decide</summary>
      {isOpen && (
        <Suspense fallback={<Skeleton rows={2} />}>
          <ManualText />
        </Suspense>
      )}
    </details>
  );
}
