import type { Plugin } from 'vite';

/** KaTeX offers each font as woff2, woff and ttf; every browser this build targets reads the first. */
export function katexWoff2(): Plugin {
  return {
    name: 'katex-woff2',
    enforce: 'pre',
    transform(code, id) {
      if (!/katex[^/]*\.css/.test(id)) return null;
      return { code: code.replace(/,\s*url\([^)]+\.(?:woff|ttf)\)\s*format\(["'][a-z]+["']\)/g, ''), map: null };
    },
  };
}
