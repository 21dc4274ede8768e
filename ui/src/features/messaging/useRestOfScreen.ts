import { type RefObject, useLayoutEffect } from 'react';

/** Below the element, and its least height, in pixels. */
const [margin, least] = [12, 320];

/** Lets an element reach from where it begins to the end of the screen: what is in it scrolls, and not the page. */
export function useRestOfScreen(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const reach = () => {
      const element = ref.current;
      if (!element) return;
      const top = element.getBoundingClientRect().top + window.scrollY;
      element.style.height = `${Math.max(least, window.innerHeight - top - margin)}px`;
    };
    reach();
    const observer = new ResizeObserver(reach);
    observer.observe(document.body);
    window.addEventListener('resize', reach);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', reach);
    };
  }, [ref]);
}
