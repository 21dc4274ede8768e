import { base, stripBase } from '../../api/base';
import { shortcutOf } from '../../lib/shortcuts';

/** Leads signed-out users to the landing page on a shortcut, until the signal aborts. */
export function listenForShortcuts(isEnabled: () => boolean, signal: AbortSignal): void {
  const follow = (event: KeyboardEvent) => {
    const pressed = isEnabled() ? shortcutOf(event) : undefined;
    if (!pressed || !/\w/.test(pressed)) return;
    event.preventDefault();
    if (stripBase(location.pathname) === '/') return;
    history.pushState(null, '', `${base}/`);
    // The page listens to the history.
    window.dispatchEvent(new PopStateEvent('popstate'));
  };
  document.addEventListener('keydown', follow, { signal });
}
