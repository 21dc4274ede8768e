/** The languages that code is highlighted in: the common ones of highlight.js and others that people ask about. */
import type { LanguageFn } from 'highlight.js';

type Language = {
  /** The other names of it, separated by spaces. */
  aliases?: string;
  /** The languages that its code contains. */
  parts?: string[];
  load: () => Promise<{ default: LanguageFn }>;
};

export const languages: Record<string, Language> = {
  arduino: { aliases: 'ino', load: () => import('highlight.js/lib/languages/arduino') },
  bash: { aliases: 'sh zsh', load: () => import('highlight.js/lib/languages/bash') },
  c: { aliases: 'h', load: () => import('highlight.js/lib/languages/c') },
  cpp: { aliases: 'cc c++ h++ hpp hh hxx cxx', load: () => import('highlight.js/lib/languages/cpp') },
  csharp: { aliases: 'cs c#', load: () => import('highlight.js/lib/languages/csharp') },
  css: { load: () => import('highlight.js/lib/languages/css') },
  diff: { aliases: 'patch', load: () => import('highlight.js/lib/languages/diff') },
  dockerfile: { aliases: 'docker', parts: ['bash'], load: () => import('highlight.js/lib/languages/dockerfile') },
  elixir: { aliases: 'ex exs', load: () => import('highlight.js/lib/languages/elixir') },
  go: { aliases: 'golang', load: () => import('highlight.js/lib/languages/go') },
  graphql: { aliases: 'gql', load: () => import('highlight.js/lib/languages/graphql') },
  haskell: { aliases: 'hs', load: () => import('highlight.js/lib/languages/haskell') },
  ini: { aliases: 'toml', load: () => import('highlight.js/lib/languages/ini') },
  java: { aliases: 'jsp', load: () => import('highlight.js/lib/languages/java') },
  javascript: { aliases: 'js jsx mjs cjs', load: () => import('highlight.js/lib/languages/javascript') },
  json: { aliases: 'jsonc json5', load: () => import('highlight.js/lib/languages/json') },
  kotlin: { aliases: 'kt kts ktm ktx', load: () => import('highlight.js/lib/languages/kotlin') },
  less: { load: () => import('highlight.js/lib/languages/less') },
  lua: { aliases: 'pluto', load: () => import('highlight.js/lib/languages/lua') },
  makefile: { aliases: 'mk mak make', load: () => import('highlight.js/lib/languages/makefile') },
  markdown: { aliases: 'md mkdown mkd', parts: ['xml'], load: () => import('highlight.js/lib/languages/markdown') },
  objectivec: {
    aliases: 'mm objc obj-c obj-c++ objective-c++',
    load: () => import('highlight.js/lib/languages/objectivec'),
  },
  perl: { aliases: 'pl pm', load: () => import('highlight.js/lib/languages/perl') },
  php: { load: () => import('highlight.js/lib/languages/php') },
  powershell: { aliases: 'pwsh ps ps1', load: () => import('highlight.js/lib/languages/powershell') },
  python: { aliases: 'py gyp ipython', load: () => import('highlight.js/lib/languages/python') },
  r: { load: () => import('highlight.js/lib/languages/r') },
  ruby: { aliases: 'rb gemspec podspec thor irb', load: () => import('highlight.js/lib/languages/ruby') },
  rust: { aliases: 'rs', load: () => import('highlight.js/lib/languages/rust') },
  scala: { load: () => import('highlight.js/lib/languages/scala') },
  scss: { load: () => import('highlight.js/lib/languages/scss') },
  shell: { aliases: 'console shellsession', parts: ['bash'], load: () => import('highlight.js/lib/languages/shell') },
  sql: { load: () => import('highlight.js/lib/languages/sql') },
  swift: { load: () => import('highlight.js/lib/languages/swift') },
  terraform: {
    aliases: 'tf hcl',
    load: async () => ({ default: (await import('@taga3s/highlightjs-terraform')).definer }),
  },
  typescript: { aliases: 'ts tsx mts cts', load: () => import('highlight.js/lib/languages/typescript') },
  vbnet: { aliases: 'vb', load: () => import('highlight.js/lib/languages/vbnet') },
  wasm: { load: () => import('highlight.js/lib/languages/wasm') },
  xml: {
    aliases: 'html xhtml rss atom xjb xsd xsl plist wsf svg',
    parts: ['css', 'javascript'],
    load: () => import('highlight.js/lib/languages/xml'),
  },
  yaml: { aliases: 'yml', load: () => import('highlight.js/lib/languages/yaml') },
  zig: { load: () => import('highlightjs-zig/src/languages/zig') },
};

const names = new Map(
  Object.entries(languages).flatMap(([name, { aliases }]) =>
    [name, ...(aliases?.split(' ') ?? [])].map((alias): [string, string] => [alias, name]),
  ),
);

/** Returns the name of a language in `languages`, from that name or another one of it. */
export const languageOf = (name: string): string | undefined => names.get(name);
