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
const isSmall = (id: string) =>
  /\/src\/(api\/base|components\/(ErrorBox|usePageTitle)|lib\/(site|shortcuts))\./.test(id);

/** What is loaded on every page after the first paint, without being asked for. */
const afterFirstPaint = [
  'app/liveHandlers.ts',
  'app/UnreadInMenu.tsx',
  'app/UnreadOnHome.tsx',
  'features/messaging/UnreadMessages.tsx',
  'features/shortcuts/Shortcuts.tsx',
  'features/voice/VoicePanel.tsx',
];

/**
 * Puts what the question list needs, besides what every page needs, into one chunk, what comes after the first paint of
 * every page into another, the style sheets of all other pages into a third, and what some of these pages share into a
 * fourth. Left alone, each part that two pages share would be a file of its own: together they are bigger, and so is
 * the list of them that is loaded with every page.
 */
export function chunkGroups(src: string) {
  let list: Set<string> | undefined;
  let everywhere: Set<string>;
  let later: Set<string>;
  const chunkName = (id: string, context: Context) => {
    if (!list) {
      const loadedWithAll = (files: string[]) =>
        new Set(files.flatMap((file) => [...loadedWith(join(src, file), context)]));
      everywhere = loadedWithAll(['main.tsx', 'app/App.tsx']);
      later = loadedWithAll(afterFirstPaint);
      const page = join(src, 'features/questions/list/QuestionListPage.tsx');
      list = loadedWith(page, context);
      // The page itself is what is asked for by its name.
      list.delete(page);
    }
    if (/node_modules\/react\//.test(id)) return 'react';
    if (isSmall(id)) return 'start';
    if (everywhere.has(id)) return null;
    if (list.has(id)) return 'list';
    if (/\.module\.css\b/.test(id)) return 'styles';
    return later.has(id) ? 'later' : null;
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
