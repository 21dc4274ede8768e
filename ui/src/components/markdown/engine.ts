import DOMPurify, { type Config } from 'dompurify';
import { Marked, type RendererObject } from 'marked';
import { isReasonable } from './guards';
import { escapeHtml, mathSyntax } from './mathSyntax';

const isOwnPath = (address: string) => /^\/(?![/\\])|^#/.test(address);
const isAllowed = (address: string) => /^https:\/\/./is.test(address) || isOwnPath(address);

const anchor = (address: string, content: string) => `<a href="${escapeHtml(address)}">${content}</a>`;

/** A link, or for any other scheme than https (imports have http) its text with the address behind it. */
function link(address: string, content: string): string {
  if (isAllowed(address)) return anchor(address, content || escapeHtml(address));
  const shown = escapeHtml(address.replace(/^mailto:/, ''));
  return content === shown ? shown : `${content} (${shown})`;
}

const renderer: RendererObject = {
  // Raw HTML is text: markup comes from Markdown alone.
  html: ({ text }) => escapeHtml(text),
  link({ href, tokens }) {
    return link(href, this.parser.parseInline(tokens));
  },
  // A remote image would tell its server who reads.
  image: ({ href, text }) => link(href, escapeHtml(text)),
  // The page's own headings are the first two levels.
  heading({ tokens, depth }) {
    const level = Math.min(depth + 2, 6);
    return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
  },
  checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
};

const marked = new Marked({ gfm: true, renderer }, mathSyntax);

DOMPurify.addHook('afterSanitizeAttributes', (node) => {
  const address = node.getAttribute('href');
  if (address === null) return;
  node.setAttribute('rel', 'nofollow noopener noreferrer ugc');
  if (!isOwnPath(address)) node.setAttribute('target', '_blank');
});

const allowed: Config & { RETURN_DOM_FRAGMENT: true } = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'blockquote', 'pre', 'code', 'span', 'a', 'em', 'strong', 'del', 'ul', 'ol', 'li'],
    ...['h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  ALLOWED_ATTR: ['href', 'class', 'start', 'align'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https:|\/(?![/\\])|#)/i,
  RETURN_DOM_FRAGMENT: true,
};

/** HTML as nodes, without anything that could run, ask another server or leave its place. */
export const sanitize = (html: string): DocumentFragment => DOMPurify.sanitize(html, allowed);

/** Markdown as nodes. Whatever goes wrong, the text as it was written. */
export function render(text: string): DocumentFragment {
  try {
    if (isReasonable(text)) return withScrollableTables(sanitize(marked.parse(text, { async: false })));
  } catch (error) {
    console.warn('This Markdown could not be parsed.', error);
  }
  return asWritten(text);
}

function asWritten(text: string): DocumentFragment {
  const source = document.createElement('div');
  source.className = 'source';
  source.textContent = text;
  const fragment = document.createDocumentFragment();
  fragment.append(source);
  return fragment;
}

function withScrollableTables(fragment: DocumentFragment): DocumentFragment {
  for (const table of fragment.querySelectorAll('table')) {
    const box = document.createElement('div');
    box.className = 'table-scroll';
    table.replaceWith(box);
    box.append(table);
  }
  return fragment;
}

/** Lets the keyboard reach what is too wide and scrolls by itself. */
export function openScrollers(root: ParentNode): void {
  for (const box of root.querySelectorAll<HTMLElement>('pre, .table-scroll, .math-display')) {
    if (box.scrollWidth <= box.clientWidth) continue;
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', box.matches('pre') ? 'Code' : box.matches('.table-scroll') ? 'Table' : 'Formula');
  }
}
