import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { attempt } from '../lib/attempt';
import { isTyped } from '../lib/useTypedParameter';

const storageKey = 'places';

/** What the tab kept for a reload, and for the way back from another site: whoever opens an address begins anew. */
function keptPlaces(): Map<string, number> | null {
  const [opened] = performance.getEntriesByType?.('navigation') ?? [];
  if ((opened as PerformanceNavigationTiming | undefined)?.type === 'navigate') return null;
  return attempt(() => new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][]));
}

/** How far the pages of the history were scrolled, in pixels. */
const places = keptPlaces() ?? new Map<string, number>();
addEventListener('pagehide', () => attempt(() => sessionStorage.setItem(storageKey, JSON.stringify([...places]))));

/** So long a page may take to become long enough, in milliseconds: after that one reads where one is. */
const patience = 10_000;

/**
 * Finds the place again for whoever goes back or forward, or reloads. Who follows a link begins at the top, or at what it
 * names, and a page that only changes its address stays where it is. The browser would do so before the page has its content.
 */
export function useScrollPlaces() {
  const { key, pathname, hash, state } = useLocation();
  const type = useNavigationType();
  // What the router did not open, such as a link of the page to a part of itself, has no key of its own.
  const page = key + pathname + hash;
  useEffect(() => {
    history.scrollRestoration = 'manual';
    return () => {
      history.scrollRestoration = 'auto';
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it goes somewhere when another page is shown, and then only
  useLayoutEffect(() => {
    const place = type === 'POP' ? places.get(page) : undefined;
    const named = document.getElementById(hash.slice(1));
    // Who types in a box of the page goes on where that is.
    const stays = type === 'REPLACE' || (type === 'PUSH' && isTyped(state));
    /** Where it is going while the page is not long enough: to its end, where a list goes on. */
    let wanted = stays ? 0 : (place ?? 0);
    if (!stays) {
      if (named && place === undefined) named.scrollIntoView();
      else scrollTo(0, wanted);
    }
    const stop = () => {
      wanted = 0;
    };
    const note = () => {
      // Screens have parts of pixels.
      if (scrollY < wanted - 1) return;
      stop();
      places.set(page, scrollY);
    };
    note();
    const left = new AbortController();
    const options = { passive: true, signal: left.signal };
    window.addEventListener('scroll', note, options);
    if (wanted) {
      const growth = new ResizeObserver(() => wanted && scrollTo(0, wanted));
      growth.observe(document.body);
      left.signal.addEventListener('abort', () => growth.disconnect());
      // Whoever goes elsewhere himself is left there.
      for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
        window.addEventListener(type, stop, options);
      setTimeout(stop, patience);
    }
    return () => left.abort();
  }, [page]);
}
