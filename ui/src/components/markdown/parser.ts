/** Markdown to HTML. The HTML holds nothing but what the renderer below writes: markup in the text stays text. */
import { Marked, type MarkedExtension, Renderer, Tokenizer, type Tokens } from 'marked';
import { base, within } from '../../api/base';
import { blockFormula, inlineFormula, maskFormulas } from './formulas';

/**
 * How much work a text may be. It stands for the time taken, the same on every machine: each step of the lexer counts
 * for what it makes (a token, an element, a node) and for the text ahead of it, which it may search.
 */
const WORK = 30_000_000;
const BLOCK = 9_000;
const INLINE = 3_000;
/** What the search for the end of emphasis counts, per character ahead, if it ends before the text or does not. */
const FOUND = 0.5;
const SEARCHED = 20;

/** What a block quote counts per character up to an empty line: it looks at all of that, and often takes one line. */
const QUOTE = 6;

/** How deep block quotes and lists may nest, and in a line of text emphasis, links and the like. */
const NESTING = 20;

/** An underlined heading. The tokenizer would look for the line below it through all of the lines ahead. */
const UNDERLINED = /^(?:.*\n){1,4} {0,3}(?:=+|-+)[ \t]*(?:\n|$)/;

/** Longest address that is found in running text. */
const ADDRESS_LENGTH = 2_000;

/** How far a step looks ahead in running text: for an address it would look through a word of any length. */
const AHEAD = 1_000;

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

/** The tokenizer's own method for something that nests; `searched` hears whether it found an end, and before what. */
function nesting<Method extends 'blockquote' | 'list' | 'emStrong' | 'del' | 'link' | 'reflink'>(
  method: Method,
  searched?: (found: boolean, src: string, before?: string) => void,
): Tokenizer[Method] {
  const original = Tokenizer.prototype[method] as (...args: unknown[]) => unknown;
  return function (this: Tokenizer, src: string, ...rest: [string, string?]) {
    if (depth === NESTING) throw new RangeError('This text is nested too deeply');
    depth += 1;
    const token = original.call(this, src, ...rest);
    depth -= 1;
    searched?.(token !== undefined, src, rest[1]);
    return token;
  } as Tokenizer[Method];
}

/** What begins a block quote or a list. Only there is one looked for: the deepest may hold anything but another. */
const QUOTED = /^ {0,3}>/;
const LISTED = /^ {0,3}(?:[*+-]|\d{1,9}[.)])(?:\s|$)/;

const blockquote = nesting('blockquote');
const list = nesting('list');

/** Counts the search for the end of emphasis. An underscore in a word needs none. */
function searched(found: boolean, src: string, before = ''): void {
  if (/^[*~]/.test(src) || (src.startsWith('_') && !/\w/.test(before))) charge(src.length * (found ? FOUND : SEARCHED));
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
  // A path is one of this site's, wherever the site is.
  return `<a href="${target.startsWith('/') ? base + within(target) : target}">${html}</a>`;
}

const rules: MarkedExtension = {
  gfm: true,
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
    blockquote(src) {
      if (!QUOTED.test(src)) return undefined;
      const end = src.indexOf('\n\n');
      charge((end < 0 ? src.length : end) * QUOTE);
      return blockquote.call(this, src);
    },
    list(src) {
      return LISTED.test(src) ? list.call(this, src) : undefined;
    },
    lheading: (src) => (UNDERLINED.test(src) ? false : undefined),
    inlineText(src) {
      if (src.length <= AHEAD) return false;
      const ahead = src.slice(0, AHEAD);
      // Cut between words, so that none is taken for two.
      return Tokenizer.prototype.inlineText.call(this, ahead.slice(0, ahead.search(/\s\S+$/) + 1) || ahead);
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
};

const marked = new Marked(rules, {
  extensions: [
    { ...blockFormula, renderer: (token) => formula('div', token) },
    { ...inlineFormula, renderer: (token) => formula('span', token) },
  ],
  hooks: { emStrongMask: maskFormulas },
});

/** Emphasis, code and links: what fits into a line. */
const inline = new Marked(rules);

/** The HTML of a Markdown text, or of one that has no blocks. Throws if it is too much work. */
export function toHtml(text: string, isInline = false): string {
  work = depth = formulas = 0;
  return isInline ? (inline.parseInline(text, { async: false }) as string) : marked.parse(text, { async: false });
}
