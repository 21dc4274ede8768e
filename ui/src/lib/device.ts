import { base } from '../api/base';
import { deleteOfflineQuestions } from './offlineQuestions';

/** Returns the registration of this site's service worker, if there is one. */
const registration = async () => navigator.serviceWorker?.getRegistration(`${base}/`);

/** Ends the push subscription of this browser. */
export async function unsubscribe(): Promise<void> {
  const subscription = await (await registration())?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

async function closeNotifications(): Promise<void> {
  for (const notification of (await (await registration())?.getNotifications()) ?? []) notification.close();
}

/** Deletes what this browser stores for a user, closes their notifications and ends their push subscription. */
export async function clear(): Promise<void> {
  const ignore = () => undefined;
  // The push service can be slow.
  void unsubscribe().catch(ignore);
  await Promise.all([deleteOfflineQuestions().catch(ignore), closeNotifications().catch(ignore)]);
}
