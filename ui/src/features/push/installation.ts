import { useSyncExternalStore } from 'react';
import { base } from '../../api/base';
import { trustedScript } from '../../lib/trustedScripts';

/** Registers the service worker, or returns its registration; undefined in browsers that have none. */
export async function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.register(trustedScript(`${base}/sw.js`), {
    scope: `${base}/`,
    updateViaCache: 'none',
  });
}

/** The event with which a browser offers to install the site. */
type InstallOffer = Event & { prompt: () => Promise<unknown> };

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function setOffer(value: InstallOffer | null) {
  offer = value;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns the browser's offer to install the site, if it makes one. */
export const useInstallOffer = () => useSyncExternalStore(subscribe, () => offer);

/** Asks the browser to install the site. An offer can be used once. */
export async function acceptOffer(accepted: InstallOffer): Promise<void> {
  setOffer(null);
  await accepted.prompt();
}

let isInstallable = false;

/** Makes the site installable. The browser makes its offer in the settings only. */
export function install(): void {
  if (isInstallable) return;
  isInstallable = true;
  addEventListener('beforeinstallprompt', (event) => {
    // No popup.
    event.preventDefault();
    setOffer(event as InstallOffer);
  });
  addEventListener('appinstalled', () => setOffer(null));
  // Only now: the browser does not offer it before there is a manifest.
  const manifest = document.createElement('link');
  manifest.rel = 'manifest';
  manifest.href = `${base}/manifest.webmanifest`;
  document.head.append(manifest);
  registerWorker().catch(console.error);
}
