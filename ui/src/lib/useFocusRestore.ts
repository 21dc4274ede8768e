import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the focus on a page whose content changes. When the focused element disappears, its nearest
 * focusable ancestor receives the focus, or the page's heading: keyboard users continue there, not
 * at the top of the document.
 */
export function useFocusRestore<T extends HTMLElement>(): RefObject<T | null> {
  const root = useRef<T>(null);
  useEffect(() => {
    const page = root.current;
    if (!page) return;
    /** The last focused element and its ancestors on this page. */
    let path: HTMLElement[] = [];
    const note = (event: FocusEvent) => {
      path = event
        .composedPath()
        .filter((target): target is HTMLElement => target instanceof HTMLElement && page.contains(target));
    };
    const observer = new MutationObserver(() => {
      if (!path[0] || path[0].isConnected || document.activeElement !== document.body) return;
      const heading = page.querySelector<HTMLElement>('h1, h2');
      if (heading) heading.tabIndex = -1;
      const place = path.find((element) => element.isConnected && element.hasAttribute('tabindex')) ?? heading;
      place?.focus({ preventScroll: true });
    });
    page.addEventListener('focusin', note);
    observer.observe(page, { childList: true, subtree: true });
    return () => {
      page.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, []);
  return root;
}
