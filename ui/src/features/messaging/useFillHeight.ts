import { type RefObject, useLayoutEffect } from 'react';

/** The margin below the element and its minimum height, in pixels. */
const [margin, minHeight] = [12, 320];

/** Makes an element as high as the rest of the screen: its content scrolls instead of the page. */
export function useFillHeight(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const resize = () => {
      const element = ref.current;
      if (!element) return;
      const top = element.getBoundingClientRect().top + window.scrollY;
      // A phone has tabs at the end of the screen.
      const tabs = document.querySelector('[data-tabs]')?.clientHeight ?? 0;
      element.style.height = `${Math.max(minHeight, window.innerHeight - top - margin - tabs)}px`;
    };
    resize();
    const observer = new ResizeObserver(resize);
    observer.observe(document.body);
    window.addEventListener('resize', resize);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', resize);
    };
  }, [ref]);
}
