import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a page whose parts come and go. When the one with the focus goes, the nearest place around it that can have it has
 * it, or else the page's heading: who uses the keyboard goes on there, and not at the top of the document.
 */
export function useKeptFocus<T extends HTMLElement>(): RefObject<T | null> {
  const root = useRef<T>(null);
  useEffect(() => {
    const page = root.current;
    if (!page) return;
    /** What had the focus last, and all that was around it then, on this page. */
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
