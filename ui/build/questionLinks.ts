import type { Plugin } from 'vite';
import { loadedWith } from './loadedWith.ts';

/** The modules that the page of a question needs for its first paint, beside those of every page. */
const entries = ['/app/App.tsx', '/features/questions/detail/QuestionPage.tsx', '/components/markdown/engine.ts'];

/**
 * Writes the links to the files of the page of a question. The server adds them to that page, so that the browser
 * loads all files at once, not each after the one that names it.
 */
export function questionLinks(): Plugin {
  return {
    name: 'question-links',
    enforce: 'post',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const first = loadedWith(
        chunks,
        chunks.filter((chunk) => chunk.isEntry),
      );
      const isNeeded = (module: string | null) => entries.some((entry) => module?.endsWith(entry));
      const all = loadedWith(
        chunks,
        chunks.filter((chunk) => isNeeded(chunk.facadeModuleId)),
      );
      const needed = all.filter((chunk) => !first.includes(chunk));
      const styles = needed.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
      const link = (rel: string) => (file: string) => `<link rel="${rel}" crossorigin href="./${file}">`;
      const source = [
        ...[...new Set(styles)].map(link('stylesheet')),
        ...needed.map(({ fileName }) => link('modulepreload')(fileName)),
      ];
      this.emitFile({ type: 'asset', fileName: '.vite/question.html', source: source.join('') });
    },
  };
}
