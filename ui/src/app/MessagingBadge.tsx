import { type ComponentProps, Suspense } from 'react';
import { lazyWithRetry } from '../components/lazyWithRetry';

const UnreadMessagesBadge = lazyWithRetry(() => import('../features/messaging/UnreadMessagesBadge'), {
  isOptional: true,
});

/** Shows the number of unread messages. Loads after the page. */
export function MessagingBadge(props: ComponentProps<typeof UnreadMessagesBadge>) {
  return (
    <Suspense>
      <UnreadMessagesBadge {...props} />
    </Suspense>
  );
}
