import type { Plugin } from 'vite';

/**
 * Lets the bundler drop the components of React Router that no page uses. It keeps them otherwise, because their names
 * for debugging are assigned and React's functions that create them are not known to be pure.
 */
export function shakeRouter(): Plugin {
  return {
    name: 'shake-router',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/react-router\/dist\/production/.test(id)) return null;
      const shaken = code
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        .replace(/^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ $2');
      return { code: shaken, map: null };
    },
  };
}
