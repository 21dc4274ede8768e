import type { Plugin } from 'vite';

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
      const loadedWith = (files: string[]) => {
        const loaded = new Set(files);
        for (const name of loaded)
          for (const chunk of chunks) if (chunk.fileName === name) for (const other of chunk.imports) loaded.add(other);
        return loaded;
      };
      const first = loadedWith(chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName));
      const isNeeded = (module: string | null) => entries.some((entry) => module?.endsWith(entry));
      const all = loadedWith(chunks.filter((chunk) => isNeeded(chunk.facadeModuleId)).map((chunk) => chunk.fileName));
      const needed = [...all].filter((file) => !first.has(file));
      const styles = chunks
        .filter((chunk) => needed.includes(chunk.fileName))
        .flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
      const link = (rel: string) => (file: string) => `<link rel="${rel}" crossorigin href="./${file}">`;
      const source = [...[...new Set(styles)].map(link('stylesheet')), ...needed.map(link('modulepreload'))];
      this.emitFile({ type: 'asset', fileName: '.vite/question.html', source: source.join('') });
    },
  };
}
