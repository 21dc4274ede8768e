import { join } from 'node:path';

type ModuleInfo = { importedIds: readonly string[] };
type Context = { getModuleInfo: (id: string) => ModuleInfo | null };

/** The modules that are loaded with an entry: it and all that it imports at once. */
function loadedWith(entry: string, context: Context): Set<string> {
  const loaded = new Set([entry]);
  for (const id of loaded) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) loaded.add(imported);
  return loaded;
}

/** What comes with a text that needs it, and not with a page. */
const isForSomeTexts = (id: string) => /\/components\/markdown\/|\/lib\/formula/.test(id);

/** Small parts of which the first page and the others need different ones: one file each would be mostly packing. */
const isSmall = (id: string) => /\/src\/(api\/base|components\/(ErrorBox|usePageTitle)|lib\/site)\./.test(id);

/**
 * Puts what the question list needs, besides what every page needs, into one chunk, the style sheets of all other pages
 * into another, and what some of these pages share into a third. Left alone, each part that two pages share would be a
 * file of its own: together they are bigger, and so is the list of them that is loaded with every page.
 */
export function chunkGroups(src: string) {
  let list: Set<string> | undefined;
  let everywhere: Set<string>;
  const chunkName = (id: string, context: Context) => {
    if (!list) {
      everywhere = new Set(['main.tsx', 'app/App.tsx'].flatMap((file) => [...loadedWith(join(src, file), context)]));
      const page = join(src, 'features/questions/list/QuestionListPage.tsx');
      list = loadedWith(page, context);
      // The page itself is what is asked for by its name.
      list.delete(page);
    }
    if (/node_modules\/react\//.test(id)) return 'react';
    if (everywhere.has(id)) return isSmall(id) ? 'start' : null;
    if (list.has(id)) return 'list';
    return /\.module\.css\b/.test(id) ? 'styles' : null;
  };
  const isShared = (id: string, context: Context) =>
    id.startsWith(src) && !isForSomeTexts(id) && chunkName(id, context) === null && !everywhere.has(id);
  return [
    { debugName: 'list and styles', name: chunkName, priority: 2 },
    {
      debugName: 'parts',
      name: (id: string, context: Context) => (isShared(id, context) ? 'parts' : null),
      minShareCount: 2,
      priority: 1,
    },
  ];
}
