import { base, within } from '../../api/base';
import { shortcutOf } from '../../lib/shortcuts';

/** Lets the shortcuts lead who is not signed in to the landing page, until the signal. */
export function followShortcuts(isEnabled: () => boolean, signal: AbortSignal): void {
  const follow = (event: KeyboardEvent) => {
    const pressed = isEnabled() ? shortcutOf(event) : undefined;
    if (!pressed || pressed === '?') return;
    event.preventDefault();
    if (within(location.pathname) === '/') return;
    history.pushState(null, '', `${base}/`);
    // The page follows the history.
    window.dispatchEvent(new PopStateEvent('popstate'));
  };
  document.addEventListener('keydown', follow, { signal });
}
