/**
 * Highlights code with highlight.js, which loads with the first text that has a fence with a
 * language.
 */
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import haskell from 'highlight.js/lib/languages/haskell';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import plaintext from 'highlight.js/lib/languages/plaintext';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';

const languages = {
  bash,
  c,
  cpp,
  css,
  diff,
  go,
  haskell,
  java,
  javascript,
  json,
  plaintext,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};

for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** The longest code to highlight: the rules of some languages take quadratic time. */
const MAX_CODE_LENGTH = 5_000;

/** Machine-made words and lines, which take the most time. */
const MACHINE_MADE = /\w{250}|[^\n]{500}/;

/** Highlights the code in an element if its language is known. */
export function highlightCode(element: Element): void {
  const language = element.className.replace('language-', '');
  const code = element.textContent;
  if (code.length > MAX_CODE_LENGTH || MACHINE_MADE.test(code) || !hljs.getLanguage(language)) return;
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
