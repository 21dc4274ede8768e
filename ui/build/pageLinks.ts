import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { chunksWith, loadedWith } from './loadedWith.ts';

/** The modules that pages need for their first paint, beside those of every page. Lists have their texts drawn. */
const entries = {
  home: ['/app/App.tsx', '/app/HomePage.tsx'],
  question: ['/app/App.tsx', '/features/questions/detail/QuestionPage.tsx', '/components/markdown/engine.ts'],
  list: ['/app/App.tsx', '/features/questions/list/QuestionListPage.tsx'],
};

/**
 * Writes the links to the files of pages with data. The server adds them to these pages, so that the browser
 * loads all files at once, not each after the one that names it.
 *
 * All styles are in one file, with `styles`, a file of rules for what only the server draws: such a page is readable
 * after three requests. The files that it was made of are named but, because of their type, not loaded, so that their
 * scripts do not load them.
 */
export function pageLinks(styles: string): Plugin {
  return {
    name: 'page-links',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const first = loadedWith(
        chunks,
        chunks.filter((chunk) => chunk.isEntry),
      );
      const link = (rel: string) => (file: string) => `<link rel="${rel}" crossorigin href="./${file}">`;
      const emit = (fileName: string, links: string[]) =>
        this.emitFile({ type: 'asset', fileName, source: links.join('') });
      const css = new Set(first.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
      const always = new Set(css);
      for (const [page, modules] of Object.entries(entries)) {
        const needed = loadedWith(chunks, chunksWith(chunks, modules)).filter((chunk) => !first.includes(chunk));
        for (const chunk of needed) for (const file of chunk.viteMetadata?.importedCss ?? []) css.add(file);
        emit(`.vite/${page}.html`, needed.map(({ fileName }) => fileName).map(link('modulepreload')));
      }
      const sources = [...css].map((name) => bundle[name]).map((file) => (file?.type === 'asset' ? file.source : ''));
      const reference = this.emitFile({
        type: 'asset',
        name: 'page.css',
        source: [...sources, readFileSync(styles, 'utf8')].join(''),
      });
      const others = [...css].filter((file) => !always.has(file));
      emit('.vite/styles.html', [
        link('stylesheet')(this.getFileName(reference)),
        ...others.map((file) => `<link rel="stylesheet" type="text/plain" crossorigin href="./${file}">`),
      ]);
    },
  };
}
