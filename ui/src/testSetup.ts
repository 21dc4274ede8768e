import { afterEach } from 'vitest';

// Tests without a page need none of this, and loading it takes longer than most of them.
if (typeof window !== 'undefined') {
  await import('@testing-library/jest-dom/vitest');
  const { cleanup, configure } = await import('@testing-library/react');
  // jsdom has no media queries: none of them matches. Nor does it know what is visible or how large: nothing is.
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Object.assign(window, { IntersectionObserver: Observer, ResizeObserver: Observer });
  // A busy machine is slow. There, a text stands invisible in its place until it is drawn.
  configure({ asyncUtilTimeout: 15_000, defaultIgnore: 'script, style, .invisible' });
  afterEach(cleanup);
}
