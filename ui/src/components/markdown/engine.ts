/**
 * Renders Markdown to safe nodes. Loads with the first text; loads KaTeX and highlight.js on
 * demand.
 */
import DOMPurify, { type Config } from 'dompurify';
import { isWithinLimits } from './limits';
import { MAIL, toHtml } from './parser';

const PLAIN = ['align', 'open', 'start', 'tabindex'];

// Trusted Types: the server allows one policy, `dompurify`, which DOMPurify creates itself.
const ALLOWED: Config = {
  ALLOWED_TAGS:
    '#text a blockquote br code del details div em h3 h4 h5 h6 hr kbd li ol p pre span strong sub summary sup table tbody td th thead tr ul'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['class', 'href', ...PLAIN],
  // Attributes that are not listed here may only hold an address.
  ADD_URI_SAFE_ATTR: PLAIN,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
};

const ADDRESS = /^(?:https?:\/\/[^/\\]|\/(?![/\\])|#)/;
const ADDRESS_OR_MAIL = new RegExp(`${ADDRESS.source}|${MAIL.source}`);

/** Matches a text whose first letter is of a script that is written from right to left. */
const RIGHT_TO_LEFT = /^\P{L}*[\u0590-\u08ff]/u;

/**
 * Returns the safe nodes of some HTML. No HTML string reaches the page, so nothing can parse it
 * differently again.
 */
function sanitize(html: string, hasMail: boolean): DocumentFragment {
  const rules = { ...ALLOWED, ALLOWED_URI_REGEXP: hasMail ? ADDRESS_OR_MAIL : ADDRESS };
  const nodes = document.adoptNode(DOMPurify.sanitize(html, { ...rules, RETURN_DOM_FRAGMENT: true }));
  for (const link of nodes.querySelectorAll<HTMLAnchorElement>('a[href^="http"]')) {
    link.target = '_blank';
    link.rel = 'nofollow noopener noreferrer ugc';
  }
  // The marker of an item and the line of a quotation stand where its text begins.
  for (const block of nodes.querySelectorAll<HTMLElement>('li,blockquote'))
    if (!isFootnote(block) && RIGHT_TO_LEFT.test(block.textContent)) block.dir = 'rtl';
  nameFootnotes(nodes);
  return nodes;
}

const isFootnote = (element: Element): boolean => element.parentElement?.className === 'footnotes';

/** Names the footnotes and their references. The ids of a text begin with `nameOf` its place where it is shown. */
function nameFootnotes(nodes: DocumentFragment): void {
  const cited = new Set<string>();
  for (const reference of nodes.querySelectorAll('a.footnote')) {
    const number = reference.textContent;
    if (!cited.has(number)) reference.id = `ref-${number}`;
    reference.setAttribute('aria-label', `Footnote ${number}`);
    cited.add(number);
  }
  for (const [index, note] of nodes.querySelectorAll('.footnotes > li').entries()) note.id = `note-${index + 1}`;
  for (const link of nodes.querySelectorAll('a.footnote-back')) link.setAttribute('aria-label', 'Back to the text');
}

/**
 * Returns the nodes of a Markdown text, without rendered formulas and highlighting; null if the
 * text exceeds a limit. `hasMail` says whether mail addresses are links.
 */
export function parse(text: string, isInline: boolean, hasMail = false): DocumentFragment | null {
  if (!isWithinLimits(text)) return null;
  try {
    return sanitize(toHtml(text, isInline, hasMail), hasMail);
  } catch {
    return null;
  }
}
