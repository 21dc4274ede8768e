import type { Plugin } from 'vite';

/**
 * Takes from React Router what the pages do not use: the warnings of its development build, the only one that its
 * package offers to bundlers, and components that a bundler keeps because their names for debugging are assigned and
 * React's functions that create them are not known to be pure.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/react-router\/dist\//.test(id)) return null;
      const lean = code
        .replace('ENABLE_DEV_WARNINGS = true', 'ENABLE_DEV_WARNINGS = false')
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        .replace(/^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ $2');
      return { code: lean, map: null };
    },
  };
}
