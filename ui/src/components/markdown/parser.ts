/** Markdown to HTML. The HTML holds nothing but what the renderer below writes: markup in the text stays text. */
import { Marked, Renderer, Tokenizer, type Tokens } from 'marked';
import { blockFormula, inlineFormula } from './formulas';

/**
 * How much work a text may be. It stands for the time taken, the same on every machine: each step of the lexer counts
 * for what it makes (a token, an element, a node) and for the text ahead of it, which it may search.
 */
const WORK = 30_000_000;
const BLOCK = 9_000;
const INLINE = 3_000;
/** How much more, per character, it counts to search for the end of emphasis and not to find it. */
const SEARCH = 20;

/** How deep emphasis, links and the like may nest. */
const NESTING = 20;

/** Longest address that is found in running text. */
const ADDRESS_LENGTH = 2_000;

/** A word so long that looking for addresses in it is no use and takes quadratic time. */
const LONG_WORD = /^[\w.!#$%&'+/=?{|}-]{500,}/;

/** How many formulas are drawn; the others show their source. */
const FORMULAS = 200;

let work = 0;
let depth = 0;
let formulas = 0;

function charge(amount: number): void {
  work += amount;
  if (work > WORK) throw new RangeError('This text is too much work');
}

/** Counts a step, and leaves it to marked. */
const step =
  (amount: number) =>
  (src: string): false => {
    charge(amount + src.length / 10);
    return false;
  };

/** The tokenizer's own method for something that nests, and then what `failed` does if it finds nothing. */
function nesting<Method extends 'emStrong' | 'del' | 'link' | 'reflink'>(
  method: Method,
  failed?: (src: string, before?: string) => void,
): Tokenizer[Method] {
  const original = Tokenizer.prototype[method] as (...args: unknown[]) => unknown;
  return function (this: Tokenizer, src: string, ...rest: [string, string?]) {
    if (depth === NESTING) throw new RangeError('This text is nested too deeply');
    depth += 1;
    const token = original.call(this, src, ...rest);
    depth -= 1;
    if (!token) failed?.(src, rest[1]);
    return token;
  } as Tokenizer[Method];
}

/** Counts a search for the end of emphasis that went through all of the text ahead. One in a word has none. */
function searched(src: string, before = ''): void {
  if (/^[*~]/.test(src) || (src.startsWith('_') && !/\w/.test(before))) charge(src.length * SEARCH);
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeChar = (char: string): string => escapes[char] ?? char;

/** Text as HTML that shows it. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, escapeChar);

/** A formula: an element whose text is its source. */
function formula(tag: 'div' | 'span', { raw, source, isDisplay }: Tokens.Generic): string {
  formulas += 1;
  if (formulas > FORMULAS) return escapeHtml(raw);
  return `<${tag} class="math${isDisplay ? ' math-display' : ''}">${escapeHtml(source)}</${tag}>`;
}

/** Secure sites, places on this site, and places on this page. */
const LINKED = /^(?:https:\/\/[^/\\]|\/(?![/\\])|#)/;

function address(href: string): string | null {
  if (!LINKED.test(href)) return null;
  try {
    const encoded = encodeURI(href).replaceAll('%25', '%');
    // An entity in an address stands for its character, which must not turn a path into a host.
    return href.startsWith('https:') ? encoded.replace(/&(?!#?\w+;)|["'<>]/g, escapeChar) : escapeHtml(encoded);
  } catch {
    return null; // half of a surrogate pair
  }
}

/** A link; what is not linked to shows its address after its text, unless it is its text. */
function link(href: string, html: string, isAutolink = false): string {
  const target = address(href);
  if (target === null) return isAutolink ? html : `${html} (${escapeHtml(href)})`;
  const outside = target.startsWith('https:') ? ' target="_blank" rel="nofollow noopener noreferrer ugc"' : '';
  return `<a href="${target}"${outside}>${html}</a>`;
}

const marked = new Marked({
  gfm: true,
  extensions: [
    { ...blockFormula, renderer: (token) => formula('div', token) },
    { ...inlineFormula, renderer: (token) => formula('span', token) },
  ],
  tokenizer: {
    // These two are the first to be asked at each step.
    space: step(BLOCK),
    escape: step(INLINE),
    html: () => undefined,
    tag: () => undefined,
    emStrong: nesting('emStrong', searched),
    del: nesting('del', searched),
    link: nesting('link'),
    reflink: nesting('reflink'),
    inlineText(src) {
      const word = LONG_WORD.exec(src)?.[0];
      return word === undefined ? false : { type: 'text', raw: word, text: word, escaped: false };
    },
    url(src) {
      const isTooLong = src.length > ADDRESS_LENGTH && !/\s/.test(src.slice(0, ADDRESS_LENGTH));
      return isTooLong ? undefined : false;
    },
  },
  renderer: {
    heading({ tokens, depth: rank }) {
      // The page has headings of its own above the text's.
      const level = Math.min(6, rank + 2);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    code({ text, lang }) {
      const language = /^[\w+#-]{1,30}/.exec(lang ?? '')?.[0].toLowerCase();
      const attribute = language === undefined ? '' : ` class="language-${language}"`;
      return `<pre tabindex="0"><code${attribute}>${escapeHtml(text.replace(/\n$/, ''))}\n</code></pre>\n`;
    },
    link({ href, text, tokens, autolink }) {
      if (autolink) return link(href, escapeHtml(text), true);
      // An image in it has become a link, and links hold no others.
      return link(href, this.parser.parseInline(tokens).replace(/<\/?a\b[^>]*>/g, ''));
    },
    image({ href, text }) {
      return link(href, `image: ${escapeHtml(text)}`);
    },
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    table(token) {
      return `<div class="table-scroll" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>\n`;
    },
  },
});

/** The HTML of a Markdown text. Throws if it is too much work. */
export function toHtml(text: string): string {
  work = depth = formulas = 0;
  return marked.parse(text, { async: false });
}
