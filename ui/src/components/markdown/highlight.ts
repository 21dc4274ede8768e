/** Colours code with highlight.js, which is loaded with the first text that has a fence with a language. */
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

/** Longest code that is coloured: some languages' rules take quadratic time. */
const CODE_LENGTH = 5_000;

/** Words and lines that no one wrote by hand, on which they take the most. */
const MACHINE_MADE = /\w{250}|[^\n]{500}/;

/** Colours the code in the element if its language is known. */
export function highlight(element: Element): void {
  const language = element.className.replace('language-', '');
  const code = element.textContent;
  if (code.length > CODE_LENGTH || MACHINE_MADE.test(code) || !hljs.getLanguage(language)) return;
  element.replaceChildren(toNodes(hljs.highlight(code, { language, ignoreIllegals: true }).value));
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

/** Deepest span that is made: the comments of some languages nest, and browsers lay out recursively. */
const DEPTH = 10;

/** What highlight.js writes: spans with classes, and text. Nothing else becomes a node, and no HTML is parsed. */
function toNodes(html: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  let parent: Node = fragment;
  let depth = 0;
  for (const [, classes, text] of html.matchAll(/<span class="([\w -]+)">|<\/span>|([^<]+)/g)) {
    if (text !== undefined) {
      parent.appendChild(document.createTextNode(text.replace(/&[#\w]+;/g, (entity) => entities[entity] ?? entity)));
    } else if (classes !== undefined) {
      depth += 1;
      if (depth > DEPTH) continue;
      const span = document.createElement('span');
      span.className = classes;
      parent = parent.appendChild(span);
    } else {
      if (depth <= DEPTH) parent = parent.parentNode ?? fragment;
      depth -= 1;
    }
  }
  return fragment;
}
