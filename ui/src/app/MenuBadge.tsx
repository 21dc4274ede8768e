import { Suspense } from 'react';
import { lazyWithRetry } from '../components/lazyWithRetry';

const MenuUnreadCount = lazyWithRetry(() => import('./MenuUnreadCount'), { isOptional: true });

/** Shows the number of unread items behind the menu. Loads after the page. */
export function MenuBadge() {
  return (
    <Suspense>
      <MenuUnreadCount />
    </Suspense>
  );
}
