/** Markdown to HTML. The HTML holds nothing but what the renderer below writes: markup in the text stays text. */
import { Marked, Renderer } from 'marked';
import { blockFormula, escapeHtml, inlineFormula } from './formulas';

/**
 * How much work a text may be: the sum, over all steps of the lexer, of the text that is still ahead. Each step may look
 * at all of it, so that this stands for the time taken, the same on every machine.
 */
const WORK = 30_000_000;

/** What a step takes in addition: it makes a token, an element and later a node. */
const STEP = 2_000;

let work = 0;

function step(src: string): false {
  work += src.length + STEP;
  if (work > WORK) throw new Error('This text is too much work');
  return false;
}

/** Secure sites, places on this site, and places on this page. */
const LINKED = /^(?:https:\/\/[^/\\]|\/(?![/\\])|#)/;

function address(href: string): string | null {
  if (!LINKED.test(href)) return null;
  try {
    return escapeHtml(encodeURI(href).replaceAll('%25', '%'));
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
  extensions: [blockFormula, inlineFormula],
  tokenizer: {
    // These two are the first to be asked at each step.
    space: step,
    escape: step,
    html: () => undefined,
    tag: () => undefined,
  },
  renderer: {
    heading({ tokens, depth }) {
      // The page has headings of its own above the text's.
      const level = Math.min(6, depth + 2);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    code({ text, lang }) {
      const language = /^[\w+#-]{1,30}/.exec(lang ?? '')?.[0].toLowerCase();
      const attribute = language === undefined ? '' : ` class="language-${language}"`;
      return `<pre tabindex="0"><code${attribute}>${escapeHtml(text)}\n</code></pre>\n`;
    },
    link({ href, text, tokens, autolink }) {
      return link(href, autolink ? escapeHtml(text) : this.parser.parseInline(tokens), autolink);
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
  work = 0;
  return marked.parse(text, { async: false });
}
