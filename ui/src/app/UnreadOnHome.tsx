import { UnreadBadge } from '../features/notifications/UnreadBadge';
import { useNotificationsEnabled } from '../features/preferences/notifications';

/** How many notifications wait on the home page, unless they are turned off. */
export default function UnreadOnHome() {
  return useNotificationsEnabled() && <UnreadBadge />;
}
