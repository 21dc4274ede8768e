/** Highlights code with highlight.js. Each language loads with the first code in it. */
import hljs from 'highlight.js/lib/core';
import { languageOf, languages } from './codeLanguages';

const nameOf = (code: Element) => languageOf(code.className.replace('language-', ''));

/** Loads the language of the code in an element. Returns null if it is loaded or unknown. */
export function loadLanguage(code: Element): Promise<void> | null {
  const name = nameOf(code);
  if (!name || hljs.getLanguage(name)) return null;
  // Without the language the code stays as it is.
  return load(name).catch(() => undefined);
}

async function load(name: string): Promise<void> {
  const needed = [name, ...(languages[name]?.parts ?? [])].filter((name) => !hljs.getLanguage(name));
  await Promise.all(
    needed.map(async (name) => {
      const module = await languages[name]?.load();
      if (module) hljs.registerLanguage(name, module.default);
    }),
  );
}

/** The longest code to highlight: the rules of some languages take quadratic time. */
const MAX_CODE_LENGTH = 5_000;

/** Machine-made words and lines, which take the most time. */
const MACHINE_MADE = /\w{250}|[^\n]{500}/;

/** Highlights the code in an element if its language is loaded. */
export function highlightCode(element: Element): void {
  const language = nameOf(element);
  const code = element.textContent;
  if (!language || code.length > MAX_CODE_LENGTH || MACHINE_MADE.test(code) || !hljs.getLanguage(language)) return;
  element.replaceChildren(toNodes(hljs.highlight(code, { language, ignoreIllegals: true }).value));
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

/**
 * The deepest span to create: the comments of some languages nest, and browsers lay out
 * recursively.
 */
const MAX_DEPTH = 10;

/**
 * Converts the output of highlight.js, spans with classes and text, to nodes. Nothing else becomes
 * a node, and no HTML is parsed.
 */
function toNodes(html: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  let parent: Node = fragment;
  let depth = 0;
  for (const [, classes, text] of html.matchAll(/<span class="([\w -]+)">|<\/span>|([^<]+)/g)) {
    if (text !== undefined) {
      parent.appendChild(document.createTextNode(text.replace(/&[#\w]+;/g, (entity) => entities[entity] ?? entity)));
    } else if (classes !== undefined) {
      depth += 1;
      if (depth > MAX_DEPTH) continue;
      const span = document.createElement('span');
      span.className = classes;
      parent = parent.appendChild(span);
    } else {
      if (depth <= MAX_DEPTH) parent = parent.parentNode ?? fragment;
      depth -= 1;
    }
  }
  return fragment;
}
