import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { tryOrNull } from '../lib/tryOrNull';
import { isTypedEntry } from '../lib/useSearchParamInput';

const storageKey = 'places';

/**
 * Reads the positions that this tab stored for a reload and for the way back from another site. A
 * newly opened address has none.
 */
function readPositions(): Map<string, number> | null {
  const [opened] = performance.getEntriesByType?.('navigation') ?? [];
  if ((opened as PerformanceNavigationTiming | undefined)?.type === 'navigate') return null;
  return tryOrNull(() => new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][]));
}

/** The scroll positions of the history's entries, in pixels. */
const positions = readPositions() ?? new Map<string, number>();
addEventListener('pagehide', () => tryOrNull(() => sessionStorage.setItem(storageKey, JSON.stringify([...positions]))));

/**
 * How long a page may take to grow to its former height, in milliseconds. After that the position
 * stays where it is.
 */
const timeoutMs = 10_000;

/**
 * Restores the scroll position after back, forward and reload. A followed link starts at the top or
 * at its anchor, and a page that only changes its address stays where it is. The browser would
 * restore the position before the page has its content.
 */
export function useScrollRestoration() {
  const { key, pathname, hash, state } = useLocation();
  const type = useNavigationType();
  // Entries that the router did not create, such as links to anchors, have no key of their own.
  const page = key + pathname + hash;
  useEffect(() => {
    history.scrollRestoration = 'manual';
    return () => {
      history.scrollRestoration = 'auto';
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes somewhere when another page is shown, and then only
  useLayoutEffect(() => {
    const place = type === 'POP' ? positions.get(page) : undefined;
    const named = document.getElementById(hash.slice(1));
    // Typing in a search input of the page does not scroll it. A reader has scrolled what the server has drawn.
    const isDrawn = place === undefined && document.getElementById('page');
    const stays = isDrawn || type === 'REPLACE' || (type === 'PUSH' && isTypedEntry(state));
    /**
     * The position to reach while the page is too short. It scrolls to the end meanwhile, where a
     * list grows.
     */
    let target = stays ? 0 : (place ?? 0);
    if (!stays) {
      if (named && place === undefined) named.scrollIntoView();
      else scrollTo(0, target);
    }
    const stop = () => {
      target = 0;
    };
    const note = () => {
      // Scroll positions have fractions of pixels.
      if (scrollY < target - 1) return;
      stop();
      positions.set(page, scrollY);
    };
    note();
    const left = new AbortController();
    const options = { passive: true, signal: left.signal };
    window.addEventListener('scroll', note, options);
    if (target) {
      const growth = new ResizeObserver(() => target && scrollTo(0, target));
      growth.observe(document.body);
      left.signal.addEventListener('abort', () => growth.disconnect());
      // User input ends the restoration.
      for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
        window.addEventListener(type, stop, options);
      setTimeout(stop, timeoutMs);
    }
    return () => left.abort();
  }, [page]);
}
