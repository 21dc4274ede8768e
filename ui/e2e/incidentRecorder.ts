import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Scripts that ran and CSP violations in the page. */
    incidents: string[];
    pwn: () => void;
    /** The durations of long tasks, in ms. */
    tasks: number[];
  }
}

/** Records scripts that run, CSP violations and long tasks in every document loaded from now on. */
export function recordIncidents(page: Page) {
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

/** Returns a list that collects requests to other origins and dialogs. */
export function recordExternalRequests(page: Page, origin: string): string[] {
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

/** The elements that Markdown renders to, and `mark` for search highlights. */
const markdownElements =
  'a blockquote br code del details div em h3 h4 h5 h6 hr kbd li mark ol p pre span strong sub summary sup table tbody td th thead tr ul'.split(
    ' ',
  );

/**
 * Returns the unsafe markup of the page: event handlers, unsafe URLs, and elements that Markdown
 * cannot produce. First sends every element the events that attacks wait for.
 */
export const findUnsafeMarkup = (page: Page): Promise<string[]> =>
  page.evaluate((markdownElements) => {
    const found: string[] = [];
    for (const element of document.querySelectorAll('body *')) {
      for (const type of ['mouseover', 'focus', 'load', 'error', 'toggle', 'animationend']) {
        element.dispatchEvent(new Event(type, { bubbles: true }));
      }
      for (const { name, value } of element.attributes) {
        const isAddress = /^(href|src|action|formaction|xlink:href)$/.test(name);
        // Nothing runs in an image.
        const isDiagram = element.matches('.diagram > img') && value.startsWith('data:image/svg+xml,');
        const isWeb = /^(https?:\/\/|\/(?![/\\])|#)/.test(value) || value.startsWith(`${location.origin}/`);
        const isOwn = isWeb || isDiagram;
        if (name.startsWith('on') || (isAddress && !isOwn)) found.push(`${element.localName} ${name}=${value}`);
      }
    }
    for (const element of document.querySelectorAll(
      '.markdown :not(.katex, .katex *, .code-side, .code-side *, .picture > img, .diagram, .diagram > img)',
    )) {
      if (!markdownElements.includes(element.localName)) found.push(`${element.localName} in ${element.textContent}`);
    }
    return found;
  }, markdownElements);
