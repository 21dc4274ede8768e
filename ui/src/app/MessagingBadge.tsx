import { type ComponentProps, Suspense } from 'react';
import { lazily } from '../components/lazily';

const UnreadMessages = lazily(() => import('../features/messaging/UnreadMessages'), { isExtra: true });

/** The number of unread messages. It comes after the page that is shown. */
export function MessagingBadge(props: ComponentProps<typeof UnreadMessages>) {
  return (
    <Suspense>
      <UnreadMessages {...props} />
    </Suspense>
  );
}
