import { join } from 'node:path';

type ModuleInfo = { importedIds: readonly string[] };
type Context = { getModuleInfo: (id: string) => ModuleInfo | null };

/** Returns the modules that load with an entry: the entry itself and all of its static imports. */
function loadedWith(entry: string, context: Context): Set<string> {
  const loaded = new Set([entry]);
  for (const id of loaded) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) loaded.add(imported);
  return loaded;
}

/** Matches modules that load with a text that needs them, not with a page. */
const isForSomeTexts = (id: string) => /\/components\/markdown\/|\/lib\/(?:formula|isPicture)/.test(id);

/**
 * Matches small modules that the first page and other pages share. As separate files they would be
 * mostly overhead.
 */
const isSmall = (id: string) =>
  /\/src\/(api\/(base|client)|components\/(ErrorMessage|usePageTitle)|lib\/(site|shortcuts|documentTitle))\./.test(id);

/** Matches the modules of the live connection. */
const isLive = /node_modules\/(?:@socket|socket|engine)\.io|\/build\/webTransport/;

/** Matches style sheets, and small libraries that many pages share. */
const isOfManyPages = /\.module\.css\b|node_modules\/(?:diff|swr)\//;

/** The pages that are opened most, beside the list, and what else they show. */
const openedMost = [
  'app/HomePage.tsx',
  'app/HomeNews.tsx',
  'app/NewcomerHome.tsx',
  'app/StaffItems.tsx',
  'components/following/FollowMenu.tsx',
  'app/PublicHomePage.tsx',
  'features/questions/detail/QuestionPage.tsx',
  'features/tags/TagsPage.tsx',
  'features/users/UsersPage.tsx',
];

/** Modules that load on every page after the first paint, with those of the live connection. */
const afterFirstPaint = [
  'app/liveHandlers.ts',
  'app/UnreadDot.tsx',
  'app/HomeUnreadCount.tsx',
  'app/NewsDot.tsx',
  'app/RareParts.tsx',
  'features/questions/list/ListRail.tsx',
  'features/questions/unread/NewAnswers.tsx',
  'features/messaging/UnreadMessagesBadge.tsx',
  'features/shortcuts/Shortcuts.tsx',
  'features/shortcuts/publicShortcuts.ts',
  'features/voice/VoiceControls.tsx',
  'features/voice/VoicePanel.tsx',
];

/**
 * Groups modules into chunks: the needs of the question list beyond those of every page, the engine of
 * Markdown, everything that loads after the first paint with the style sheets of all other pages, and
 * modules that some of these pages share: those of the pages that are opened most, and all others. Without groups, every module that two pages share becomes a file of its own:
 * the files are larger in total, and so is the list of them that loads with every page.
 */
export function chunkGroups(src: string) {
  let list: Set<string> | undefined;
  let engine: Set<string>;
  let first: Set<string>;
  let everywhere: Set<string>;
  let later: Set<string>;
  let opened: Set<string>;
  const chunkName = (id: string, context: Context) => {
    if (!list) {
      const loadedWithAll = (files: string[]) =>
        new Set(files.flatMap((file) => [...loadedWith(join(src, file), context)]));
      first = loadedWithAll(['main.tsx']);
      everywhere = loadedWithAll(['main.tsx', 'app/App.tsx']);
      engine = loadedWithAll(['components/markdown/engine.ts']);
      later = loadedWithAll(afterFirstPaint);
      opened = loadedWithAll(openedMost);
      const page = join(src, 'features/questions/list/QuestionListPage.tsx');
      list = loadedWith(page, context);
    }
    if (/node_modules\/react\/|vite\/preload-helper|rolldown\/runtime/.test(id)) return 'start';
    if (isSmall(id)) return 'start';
    if (engine.has(id) && !everywhere.has(id) && !list.has(id)) return 'engine';
    if (everywhere.has(id)) return first.has(id) ? null : 'app';
    if (list.has(id)) return 'list';
    return later.has(id) || isLive.test(id) || isOfManyPages.test(id) ? 'later' : null;
  };
  const isShared = (id: string, context: Context) =>
    id.startsWith(src) && !isForSomeTexts(id) && chunkName(id, context) === null && !everywhere.has(id);
  return [
    { debugName: 'by name', name: chunkName, priority: 2 },
    {
      debugName: 'parts',
      name: (id: string, context: Context) => (isShared(id, context) ? (opened.has(id) ? 'opened' : 'parts') : null),
      minShareCount: 2,
      priority: 1,
    },
  ];
}
