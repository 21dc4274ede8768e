import type { Plugin } from 'vite';
import { chunksWith, loadedWith } from './loadedWith.ts';

/** The modules that a page needs without a network, beside those of the first page. */
const entries = ['/app/App.tsx', '/app/OfflinePages.tsx', '/components/markdown/engine.ts'];

/** The fonts of the page and of code. Those of formulas are stored when a formula is shown. */
const fonts = /(?:inter|jetbrains)[^/]*\.woff2$/;

/** Writes the list of the files that the service worker stores before they are needed. */
export function shellFiles(): Plugin {
  return {
    name: 'shell-files',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const first = chunks.filter((chunk) => chunk.isEntry);
      const needed = loadedWith(chunks, [...first, ...chunksWith(chunks, entries)]);
      const styles = needed.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
      const files = [
        'theme-boot.js',
        'favicon.svg',
        ...needed.map(({ fileName }) => fileName),
        ...new Set(styles),
        ...Object.keys(bundle).filter((name) => fonts.test(name)),
      ];
      this.emitFile({ type: 'asset', fileName: '.vite/shell.json', source: JSON.stringify(files) });
    },
  };
}
