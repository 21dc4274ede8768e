import { join } from 'node:path';

type ModuleInfo = { importedIds: readonly string[] };
type Context = { getModuleInfo: (id: string) => ModuleInfo | null };

/** The modules that are loaded with an entry: it and all that it imports at once. */
function loadedWith(entry: string, context: Context): Set<string> {
  const loaded = new Set([entry]);
  for (const id of loaded) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) loaded.add(imported);
  return loaded;
}

/**
 * Puts what the question list needs, besides what every page needs, into one chunk, and the style sheets of all other
 * pages into another. Left alone, each part that two pages share would be a file of its own, and together they are bigger.
 */
export function chunkName(src: string) {
  let list: Set<string> | undefined;
  let everywhere: Set<string>;
  return (id: string, context: Context) => {
    if (!list) {
      everywhere = new Set(['main.tsx', 'app/App.tsx'].flatMap((file) => [...loadedWith(join(src, file), context)]));
      const page = join(src, 'features/questions/list/QuestionListPage.tsx');
      list = loadedWith(page, context);
      // The page itself is what is asked for by its name.
      list.delete(page);
    }
    if (everywhere.has(id)) return null;
    if (list.has(id)) return 'list';
    return /\.module\.css\b/.test(id) ? 'styles' : null;
  };
}
