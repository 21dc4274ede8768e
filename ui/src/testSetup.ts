import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

// The files of a worker share its packages and its window, which takes a quarter of the time. Each
// begins with modules of its own, and leaves nothing: no timer, no listener of the window and no change of the document.
vi.resetModules();
const leave: (() => void)[] = [];
const { setTimeout, setInterval, addEventListener } = globalThis;
Object.assign(globalThis, {
  setTimeout: Object.assign((...args: Parameters<typeof setTimeout>) => {
    const timer = setTimeout(...args);
    leave.push(() => clearTimeout(timer));
    return timer;
  }, setTimeout),
  setInterval: (...args: Parameters<typeof setInterval>) => {
    const timer = setInterval(...args);
    // jsdom counts frames with an interval of its own, which stays.
    if (args[1] !== 1000 / 60) leave.push(() => clearInterval(timer));
    return timer;
  },
});
if (typeof window !== 'undefined') {
  window.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    addEventListener(...args);
    leave.push(() => removeEventListener(...args));
  };
  // jsdom has no media queries: none of them matches. Nor does it know what is visible or how large: nothing is.
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

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const each of leave) each();
  Object.assign(globalThis, { setTimeout, setInterval });
  if (typeof window === 'undefined') return;
  window.addEventListener = addEventListener;
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  for (const element of [document.head, document.body]) element.replaceChildren();
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name);
});
