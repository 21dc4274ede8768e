import './code.css';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import haskell from 'highlight.js/lib/languages/haskell';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { sanitize } from './engine';

const languages = {
  ...{ bash, c, cpp, csharp, css, diff, go, haskell, ini, java, javascript, json, php, python, ruby, rust, sql },
  ...{ typescript, xml, yaml },
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** Longest code that is coloured. */
const longest = 20_000;

/** Colours code blocks whose language is named and known. */
export function colourCode(nodes: readonly HTMLElement[]): void {
  for (const node of nodes) {
    const language = /language-(\S+)/.exec(node.className)?.[1] ?? '';
    const source = node.textContent ?? '';
    if (source.length > longest || !hljs.getLanguage(language)) continue;
    node.replaceChildren(sanitize(hljs.highlight(source, { language, ignoreIllegals: true }).value));
  }
}
