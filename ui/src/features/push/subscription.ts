import { unsubscribe } from '../../lib/device';
import { addDevice } from './api';
import { registerWorker } from './installation';

/** How long the service worker may take to start, in milliseconds. */
const startTimeoutMs = 10_000;

/** Returns whether this browser can receive push notifications. */
export const isPushSupported = () => 'PushManager' in window && 'Notification' in window;

/** Returns whether the user has forbidden notifications of this site. */
export const isPushDenied = () => isPushSupported() && Notification.permission === 'denied';

/** Returns whether this is a browser of iOS, where only an installed site receives push notifications. */
export const isIosBrowser = () => 'standalone' in navigator && !navigator.standalone;

/**
 * Asks for the permission, subscribes this browser and adds it to the user's devices. Returns whether the user gave the
 * permission. Call it after a click only.
 */
export async function subscribe(applicationServerKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const registration = await registerWorker();
  if (!registration) throw new Error('This browser has no service workers.');
  await isStarted();
  // An older subscription may have another key.
  await unsubscribe();
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  try {
    await addDevice(subscription.toJSON());
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return true;
}

/** Chooses whether messages on this device only say that there is something new. */
export async function setHidesText(hidesText: boolean): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.getSubscription();
  if (!subscription) throw new Error('This browser is not subscribed any more.');
  await addDevice(subscription.toJSON(), hidesText);
}

async function isStarted(): Promise<void> {
  await new Promise((resolve, reject) => {
    void navigator.serviceWorker.ready.then(resolve);
    setTimeout(() => reject(new Error('The service worker did not start.')), startTimeoutMs);
  });
}
