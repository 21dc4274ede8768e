/**
 * Converts Markdown to HTML. The HTML contains only what the renderer below writes: markup in the
 * text stays text.
 */
import {
  Marked,
  type MarkedExtension,
  Renderer,
  type RendererExtension,
  type Token,
  Tokenizer,
  type TokenizerAndRendererExtension,
  type Tokens,
  type TokensList,
} from 'marked';
import { base, stripBase } from '../../api/base';
import { isPicture } from '../../lib/isPicture';
import { routes } from '../../lib/routes';
import { addressAt, isVersion } from './address';
import { details, summary } from './details';
import { type Pair, pairsOf } from './emphasis';
import { footnote, footnoteReference, notesHtml, startNotes } from './footnotes';
import {
  blockFormula,
  inlineFormula,
  joinFormulaLines,
  maskFormulas,
  mayHaveSpecialFormulas,
  restoreFormulas,
} from './formulas';
import { maskCode } from './maskCode';
import { pairedTag } from './pairedTag';
import { kindOf, quoteHtml } from './quotes';
import { charge, nested, startWork } from './work';

/** What each step of the lexer costs. */
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

/** The cost per character of the search for backticks that belong to the text of a link. */
const BACKTICK_COST = 40;

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

let formulas = 0;
let hasMailLinks = false;

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
  original = Tokenizer.prototype[method] as (...args: never[]) => unknown,
  chargeEmphasis?: (found: boolean, src: string, before?: string) => void,
): Tokenizer[Method] {
  return function (this: Tokenizer, src: string, ...rest: [string, string?]) {
    const token = nested(() => original.call(this, ...([src, ...rest] as never[])));
    chargeEmphasis?.(token !== undefined, src, rest[1]);
    return token;
  } as Tokenizer[Method];
}

/** The pairs of delimiters of the texts that are being read. */
const pairs = new Map<string, Map<number, Pair>>();

/** Reads the emphasis that begins a text, whose end is that of `masked`. */
function emphasis(this: Tokenizer, src: string, masked: string): Tokens.Em | Tokens.Strong | Tokens.Del | undefined {
  const known = pairs.get(masked) ?? pairsOf(masked);
  pairs.set(masked, known);
  const start = masked.length - src.length;
  const pair = known.get(start);
  if (!pair) return undefined;
  const raw = src.slice(0, pair.end - start);
  const text = raw.slice(pair.size, -pair.size);
  const type = src.startsWith('~') ? 'del' : pair.size === 2 ? 'strong' : 'em';
  return { type, raw, text, tokens: this.lexer.inlineTokens(text) };
}

const readPlainLink = limitNesting('link');

/** Stands for a backtick that begins no code while marked reads a link: it takes none for the text of a link. */
const BACKTICK = '\ue000';

/** Returns a token with the backticks of its source. */
function withBackticks<T extends Token | undefined>(token: T): T {
  if (!token) return token;
  const { raw, text, tokens } = token as Tokens.Generic;
  const restore = (written: string) => written.replaceAll(BACKTICK, '`');
  return {
    ...token,
    raw: restore(raw),
    text: restore(text ?? ''),
    ...(tokens && { tokens: tokens.map(withBackticks) }),
  };
}

/** Replaces the backticks that neither begin nor end code. */
function withoutLoneBackticks(src: string): string {
  const rows = [...src.matchAll(/\\.|`+/gs)].filter(([row]) => row.startsWith('`'));
  const last = new Map(rows.map(([row], index) => [row.length, index]));
  let masked = '';
  let done = 0;
  for (let index = 0; index < rows.length; index += 1) {
    const { 0: row = '', index: at = 0 } = rows[index] ?? {};
    if ((last.get(row.length) ?? 0) > index) {
      do index += 1;
      while (rows[index]?.[0].length !== row.length);
    } else {
      masked += src.slice(done, at) + BACKTICK.repeat(row.length);
      done = at + row.length;
    }
  }
  return masked + src.slice(done);
}

/** Reads a link. Its text may contain backticks that begin no code. */
function readLink(this: Tokenizer, src: string): Tokens.Link | Tokens.Image | undefined {
  const token = readPlainLink.call(this, src);
  if (token || !/^!?\[[^\]`]{0,1000}`/.test(src)) return token;
  charge(src.length * BACKTICK_COST);
  return withBackticks(readPlainLink.call(this, withoutLoneBackticks(src)));
}

/**
 * The start of a block quote or list. They are only searched there: the deepest one may hold
 * anything except another.
 */
const QUOTED = /^ {0,3}>/;
/** Matches a line of a quote that continues a paragraph without the sign of the quote. */
const HAS_LAZY_LINE = /\n(?! {0,3}>)/;
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

/** An element that `pairedTag` has found. */
const element: RendererExtension = {
  name: 'element',
  renderer({ tag, tokens = [] }) {
    return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
  },
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
  extensions: [tagLink, element, details, summary, footnote, footnoteReference],
  tokenizer: {
    // The lexer tries these two first at each step.
    space: chargeStep(BLOCK_COST),
    escape: chargeStep(INLINE_COST),
    html: () => undefined,
    // Reads the few elements that a text may contain. Other markup stays text.
    tag(src) {
      const found = pairedTag(src);
      if (!found) return undefined;
      const tokens = nested(() => this.lexer.inlineTokens(found.text));
      return { ...found, type: 'element', tokens } as unknown as Tokens.Tag;
    },
    emStrong: limitNesting('emStrong', emphasis, chargeEmphasis),
    del: limitNesting('del', emphasis, chargeEmphasis),
    link: readLink,
    reflink: limitNesting('reflink'),
    blockquote(src) {
      if (!QUOTED.test(src)) return undefined;
      const empty = src.indexOf('\n\n');
      const end = empty < 0 ? src.length : empty;
      charge(end * QUOTE_COST);
      const head = src.slice(0, end);
      // marked would begin a paragraph after a line of a list that ends with a space.
      const trimmed = HAS_LAZY_LINE.test(head) ? head.replace(/[ \t]+$/gm, '') : head;
      const { kind, src: inside } = kindOf(trimmed + src.slice(end));
      const token = blockquote.call(this, inside);
      if (token && inside !== src) token.raw = src.split('\n', token.raw.split('\n').length).join('\n');
      return token && { ...token, kind };
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
      const ahead = addressAt(src.slice(0, MAX_ADDRESS_LENGTH));
      const token = ahead.length < MAX_ADDRESS_LENGTH ? Tokenizer.prototype.url.call(this, ahead) : undefined;
      return token && !isVersion(token.href) ? token : undefined;
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
    image({ href, text }) {
      const html = `image: ${escapeHtml(text)}`;
      return isPicture(href) ? `<a class="picture" href="${base + href}">${html}</a>` : link(href, html);
    },
    blockquote: function (this: Renderer, { tokens, kind }: Tokens.Generic) {
      return quoteHtml(kind, this.parser.parse(tokens ?? []));
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

/** Markdown without formulas. Of messages only what is inline: emphasis, code and links. */
const plain = new Marked(rules);

/**
 * Returns the HTML of a Markdown text, inline or with blocks. Throws if it is too complex. `hasMail` says whether mail
 * addresses are links.
 */
export function toHtml(text: string, isInline = false, hasMail = false): string {
  hasMailLinks = hasMail;
  if (!isInline) {
    const html = marked.parser(tokensOf(text));
    return restoreFormulas(html + notesHtml());
  }
  start();
  return plain.parseInline(text, { async: false }) as string;
}

function start(): void {
  pairs.clear();
  startNotes();
  formulas = 0;
  startWork();
}

/** Returns the tokens of a text. The lines of its formulas are joined. Throws if it is too complex. */
export function tokensOf(text: string): TokensList {
  const joined = mayHaveSpecialFormulas(text) ? joinFormulaLines(text, codeOf(text)) : text;
  start();
  return marked.lexer(joined);
}

/** Marks the characters of the code of a text with 1. Throws if it is too complex. */
export function codeOf(text: string): Uint8Array {
  start();
  return maskCode(text, plain.lexer(text));
}
