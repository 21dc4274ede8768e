/**
 * Converts Markdown to HTML. The HTML contains only what the renderer below writes: markup in the
 * text stays text.
 */
import {
  Marked,
  type MarkedExtension,
  Renderer,
  Tokenizer,
  type TokenizerAndRendererExtension,
  type Tokens,
} from 'marked';
import { base, stripBase } from '../../api/base';
import { isPicture } from '../../lib/isPicture';
import { routes } from '../../lib/routes';
import { blockFormula, inlineFormula, joinFormulaLines, maskFormulas, restoreFormulas } from './formulas';

/**
 * The work that one text may cause. Unlike time it is the same on every machine: each step of the
 * lexer counts for its result (a token, an element, a node) and for the text ahead, which it may
 * search.
 */
const MAX_WORK = 30_000_000;
const BLOCK_COST = 9_000;
const INLINE_COST = 3_000;
/** The cost per character ahead of the search for the end of emphasis: with and without an end. */
const CLOSED_EMPHASIS_COST = 0.5;
const UNCLOSED_EMPHASIS_COST = 20;

/**
 * The cost per character of a block quote up to an empty line: each step reads all of it and often
 * consumes one line.
 */
const QUOTE_COST = 6;

/** The nesting limit of block quotes and lists, and of emphasis and links in a line. */
const MAX_NESTING = 20;

/**
 * Matches an underlined heading. The tokenizer would look for the underline through all following
 * lines.
 */
const UNDERLINED = /^(?:.*\n){1,4} {0,3}(?:=+|-+)[ \t]*(?:\n|$)/;

/** The longest address to find in running text. */
const MAX_ADDRESS_LENGTH = 2_000;

/**
 * How far a step looks ahead in running text. It would search a word of any length for an address.
 */
const LOOKAHEAD = 1_000;

/** The number of formulas to render. Further ones show their source. */
const MAX_FORMULAS = 200;

let work = 0;
let depth = 0;
let formulas = 0;
let hasMailLinks = false;

function charge(amount: number): void {
  work += amount;
  if (work > MAX_WORK) throw new RangeError('This text is too much work');
}

/** Counts a step and lets marked do it. */
const chargeStep =
  (amount: number) =>
  (src: string): false => {
    charge(amount + src.length / 10);
    return false;
  };

/**
 * Wraps a tokenizer method whose result nests. `searched` is called with whether it found an end.
 */
function limitNesting<Method extends 'blockquote' | 'list' | 'emStrong' | 'del' | 'link' | 'reflink'>(
  method: Method,
  chargeEmphasis?: (found: boolean, src: string, before?: string) => void,
): Tokenizer[Method] {
  const original = Tokenizer.prototype[method] as (...args: unknown[]) => unknown;
  return function (this: Tokenizer, src: string, ...rest: [string, string?]) {
    if (depth === MAX_NESTING) throw new RangeError('This text is nested too deeply');
    depth += 1;
    const token = original.call(this, src, ...rest);
    depth -= 1;
    chargeEmphasis?.(token !== undefined, src, rest[1]);
    return token;
  } as Tokenizer[Method];
}

/**
 * The start of a block quote or list. They are only searched there: the deepest one may hold
 * anything except another.
 */
const QUOTED = /^ {0,3}>/;
const LISTED = /^ {0,3}(?:[*+-]|\d{1,9}[.)])(?:\s|$)/;

const blockquote = limitNesting('blockquote');
const list = limitNesting('list');

/** Counts the search for the end of emphasis. An underscore inside a word causes none. */
function chargeEmphasis(found: boolean, src: string, before = ''): void {
  if (/^[*~]/.test(src) || (src.startsWith('_') && !/\w/.test(before)))
    charge(src.length * (found ? CLOSED_EMPHASIS_COST : UNCLOSED_EMPHASIS_COST));
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeChar = (char: string): string => escapes[char] ?? char;

/** Escapes text for HTML. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, escapeChar);

/** Renders a formula as an element whose text is the formula with its signs. */
function formula(tag: 'div' | 'span', { raw, isDisplay }: Tokens.Generic): string {
  formulas += 1;
  if (formulas > MAX_FORMULAS) return escapeHtml(raw);
  return `<${tag} class="math${isDisplay ? ' math-display' : ''}">${escapeHtml(raw.trim())}</${tag}>`;
}

/** A tag in square brackets leads to its questions: `[tag:rust]`. */
const tagLink: TokenizerAndRendererExtension = {
  name: 'tagLink',
  level: 'inline',
  tokenizer(src) {
    const [raw, tag] = /^\[tag:([^\s[\]]{1,50})\]/.exec(src) ?? [];
    return raw === undefined ? undefined : { type: 'tagLink', raw, tag };
  },
  renderer: ({ tag }) => link(routes.questions.to({ tag }), escapeHtml(tag)),
};

/**
 * Other sites, paths of this site, and anchors of this page. New posts may link to secure sites
 * only; imported ones have older links.
 */
const ALLOWED_TARGET = /^(?:https?:\/\/[^/\\]|\/(?![/\\])|#)/;

/** Matches a link to a plain mail address. */
export const MAIL = /^mailto:[\w.+-]+@[a-zA-Z0-9.-]+$/;

function address(href: string): string | null {
  if (hasMailLinks && MAIL.test(href)) return href;
  if (!ALLOWED_TARGET.test(href)) return null;
  try {
    const encoded = encodeURI(href).replaceAll('%25', '%');
    // An entity in an address stands for its character and must not turn a path into a host.
    return href.startsWith('http') ? encoded.replace(/&(?!#?\w+;)|["'<>]/g, escapeChar) : escapeHtml(encoded);
  } catch {
    return null; // lone surrogate
  }
}

/**
 * Renders a link. If the address is not allowed, the address follows the text, unless it is the
 * text.
 */
function link(href: string, html: string, isAutolink = false): string {
  const target = address(href);
  if (target === null) return isAutolink ? html : `${html} (${escapeHtml(href)})`;
  // A path belongs to this site, whatever its base path.
  return `<a href="${target.startsWith('/') ? base + stripBase(target) : target}">${html}</a>`;
}

const rules: MarkedExtension = {
  gfm: true,
  extensions: [tagLink],
  tokenizer: {
    // The lexer tries these two first at each step.
    space: chargeStep(BLOCK_COST),
    escape: chargeStep(INLINE_COST),
    html: () => undefined,
    tag: () => undefined,
    emStrong: limitNesting('emStrong', chargeEmphasis),
    del: limitNesting('del', chargeEmphasis),
    link: limitNesting('link'),
    reflink: limitNesting('reflink'),
    blockquote(src) {
      if (!QUOTED.test(src)) return undefined;
      const end = src.indexOf('\n\n');
      charge((end < 0 ? src.length : end) * QUOTE_COST);
      return blockquote.call(this, src);
    },
    list(src) {
      return LISTED.test(src) ? list.call(this, src) : undefined;
    },
    lheading: (src) => (UNDERLINED.test(src) ? false : undefined),
    inlineText(src) {
      if (src.length <= LOOKAHEAD) return false;
      const ahead = src.slice(0, LOOKAHEAD);
      // Cut between words, so that no word is split.
      return Tokenizer.prototype.inlineText.call(this, ahead.slice(0, ahead.search(/\s\S+$/) + 1) || ahead);
    },
    url(src) {
      const isTooLong = src.length > MAX_ADDRESS_LENGTH && !/\s/.test(src.slice(0, MAX_ADDRESS_LENGTH));
      return isTooLong ? undefined : false;
    },
  },
  renderer: {
    heading({ tokens, depth: rank }) {
      // The page has its own headings above those of the text.
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
      // Images become links, and links cannot nest.
      return link(href, this.parser.parseInline(tokens).replace(/<\/?a\b[^>]*>/g, ''));
    },
    image({ href, text, raw }) {
      const html = `image: ${escapeHtml(text)}`;
      // The server knows the pictures with their addresses in the brackets, not those with references.
      return isPicture(href) && raw.endsWith(')')
        ? `<a class="picture" href="${base + href}">${html}</a>`
        : link(href, html);
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

/** Inline Markdown: emphasis, code and links. */
const inline = new Marked(rules);

/**
 * Returns the HTML of a Markdown text, inline or with blocks. Throws if it is too much work. `hasMail` says whether mail
 * addresses are links.
 */
export function toHtml(text: string, isInline = false, hasMail = false): string {
  work = depth = formulas = 0;
  hasMailLinks = hasMail;
  return isInline ? (inline.parseInline(text, { async: false }) as string) : withFormulas(text);
}

/** Converts a text with formulas, whose lines are joined meanwhile. */
const withFormulas = (text: string): string => restoreFormulas(marked.parse(joinFormulaLines(text), { async: false }));
