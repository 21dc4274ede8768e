import { Suspense } from 'react';
import { lazyWithRetry } from '../components/lazyWithRetry';

const HomeUnreadCount = lazyWithRetry(() => import('./HomeUnreadCount'), { isOptional: true });

/** Shows the number of unread entries of the inbox. Loads after the page. */
export function HomeBadge() {
  return (
    <Suspense>
      <HomeUnreadCount />
    </Suspense>
  );
}
