import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { isTyped } from '../lib/useTypedParameter';

/** How far the pages of the history were scrolled, in pixels, until the site is loaded anew. */
const places = new Map<string, number>();

/**
 * Finds the place again for whoever goes back or forward. Who follows a link begins at the top, or at what it names,
 * and a page that only changes its address stays where it is. The browser would do so before the page has its content.
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
    if (!stays) {
      if (named && place === undefined) named.scrollIntoView();
      else scrollTo(0, place ?? 0);
    }
    const note = () => places.set(page, scrollY);
    note();
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [page]);
}
