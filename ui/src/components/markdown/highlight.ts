/** Colours code with highlight.js, which is loaded with the first text that has a fence with a language. */
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import haskell from 'highlight.js/lib/languages/haskell';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import markdown from 'highlight.js/lib/languages/markdown';
import plaintext from 'highlight.js/lib/languages/plaintext';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { sanitize } from './engine';

const languages = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  go,
  haskell,
  java,
  javascript,
  json,
  markdown,
  plaintext,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};

for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** Longest code that is coloured. */
const CODE_LENGTH = 10_000;

/** Colours the code in the element if its language is known. */
export function highlight(element: Element): void {
  const language = element.className.replace('language-', '');
  const code = element.textContent;
  if (code.length > CODE_LENGTH || !hljs.getLanguage(language)) return;
  element.replaceChildren(sanitize(hljs.highlight(code, { language, ignoreIllegals: true }).value));
}
