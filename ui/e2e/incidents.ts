import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** What happened in the page that must not happen. */
    incidents: string[];
    pwn: () => void;
    /** The durations of tasks that kept the page from answering, in ms. */
    tasks: number[];
  }
}

/** Notes scripts that run and breaches of the policy, in every page that is opened from now on. */
export function watch(page: Page) {
  return page.addInitScript(() => {
    window.incidents = [];
    window.pwn = () => window.incidents.push('a script ran');
    document.addEventListener('securitypolicyviolation', (event) =>
      window.incidents.push(`${event.violatedDirective}: ${event.sample} ${event.sourceFile}:${event.lineNumber}`),
    );
    window.tasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
}

/** Notes in the list that is returned what leaves the origin, and dialogs. */
export function watchOutside(page: Page, origin: string): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(origin)) seen.push(request.url());
  });
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    return dialog.dismiss();
  });
  return seen;
}

/** The elements that Markdown becomes, and what marks the words that were searched for. */
const written =
  'a blockquote br code del div em h3 h4 h5 h6 hr li mark ol p pre span strong table tbody td th thead tr ul'.split(
    ' ',
  );

/**
 * What of the page's content does not belong there: handlers of events, addresses that are no links, elements that
 * Markdown cannot make. Every element gets the events that attacks wait for before it is looked at.
 */
export const misplaced = (page: Page): Promise<string[]> =>
  page.evaluate((written) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll('body *')) {
      for (const type of ['mouseover', 'focus', 'load', 'error', 'toggle', 'animationend']) {
        element.dispatchEvent(new Event(type, { bubbles: true }));
      }
      for (const { name, value } of element.attributes) {
        const isAddress = /^(href|src|action|formaction|xlink:href)$/.test(name);
        const isOwn = /^(https:\/\/|\/(?![/\\])|#)/.test(value) || value.startsWith(`${location.origin}/`);
        if (name.startsWith('on') || (isAddress && !isOwn)) found.push(`${element.localName} ${name}=${value}`);
      }
    }
    for (const element of document.querySelectorAll('.markdown :not(.katex, .katex *, pre + .copy-code)')) {
      if (!written.includes(element.localName)) found.push(`${element.localName} in ${element.textContent}`);
    }
    return found;
  }, written);
