/** Markdown to nodes that are safe to show. Loaded with the first text; it loads KaTeX and highlight.js when needed. */
import DOMPurify, { type Config } from 'dompurify';
import { isWithinGuards } from './guards';
import { toHtml } from './parser';

const PLAIN = ['align', 'start', 'tabindex'];

// Trusted Types: the one policy that the server allows, `dompurify`, is the one that DOMPurify makes for itself.
const ALLOWED: Config = {
  ALLOWED_TAGS:
    '#text a blockquote br code del div em h3 h4 h5 h6 hr li ol p pre span strong table tbody td th thead tr ul'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['class', 'href', ...PLAIN],
  // Whatever is not listed here may only hold an address.
  ADD_URI_SAFE_ATTR: PLAIN,
  ALLOWED_URI_REGEXP: /^(?:https:\/\/[^/\\]|\/(?![/\\])|#)/,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
};

/** The safe nodes of some HTML. No string of it reaches the page, so that nothing can parse it differently again. */
function sanitize(html: string): DocumentFragment {
  const nodes = document.adoptNode(DOMPurify.sanitize(html, { ...ALLOWED, RETURN_DOM_FRAGMENT: true }));
  for (const link of nodes.querySelectorAll<HTMLAnchorElement>('a[href^="https:"]')) {
    link.target = '_blank';
    link.rel = 'nofollow noopener noreferrer ugc';
  }
  return nodes;
}

/** The nodes of a Markdown text, without drawn formulas and coloured code; null if the text is over a guard. */
export function parse(text: string, isInline: boolean): DocumentFragment | null {
  if (!isWithinGuards(text)) return null;
  try {
    return sanitize(toHtml(text, isInline));
  } catch {
    return null;
  }
}
