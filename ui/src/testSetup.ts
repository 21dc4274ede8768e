import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// jsdom has no media queries: none of them matches. Nor does it know what is visible or how large: nothing is.
if (typeof window !== 'undefined') {
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Object.assign(window, { IntersectionObserver: Observer, ResizeObserver: Observer });
}

// A busy machine is slow.
configure({ asyncUtilTimeout: 5_000 });
afterEach(cleanup);
