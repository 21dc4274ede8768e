import { shortcutKeys } from '../features/preferences/navigation';
import { listenForShortcuts } from '../features/shortcuts/publicShortcuts';
import { isOn } from '../lib/preference';
import { site } from '../lib/site';
import { siteKey } from '../lib/siteKey';
import { fetchSite } from './siteData';

/** The shortest time between two questions about the site, in milliseconds. */
const patienceMs = 10_000;

/**
 * Handles keyboard shortcuts on the public pages until the signal aborts, and asks what has changed of the site when the
 * visitor returns to the page: signed-out pages get no events.
 */
export function listenOnPublicPages(signal: AbortSignal): void {
  listenForShortcuts(() => isOn(shortcutKeys), signal);
  let askedAt = 0;
  const ask = async () => {
    if (document.visibilityState === 'hidden' || Date.now() - askedAt < patienceMs) return;
    askedAt = Date.now();
    const before = JSON.stringify(site);
    // Without a response the page stays as it is.
    await fetchSite(siteKey).catch(() => undefined);
    // The page listens to the history.
    if (!signal.aborted && JSON.stringify(site) !== before) window.dispatchEvent(new PopStateEvent('popstate'));
  };
  window.addEventListener('focus', ask, { signal });
  document.addEventListener('visibilitychange', ask, { signal });
}
