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
 * Puts what the question list needs, besides what every page needs, into one chunk. Left alone, each part that it
 * shares with some other page would be a file of its own, and together they are bigger.
 */
export function listChunk(src: string) {
  let members: Set<string> | undefined;
  return (id: string, context: Context) => {
    if (!members) {
      const everywhere = ['main.tsx', 'app/App.tsx'].map((file) => loadedWith(join(src, file), context));
      const page = join(src, 'features/questions/list/QuestionListPage.tsx');
      members = loadedWith(page, context);
      // The page itself is what is asked for by its name.
      for (const other of [page, ...everywhere.flatMap((modules) => [...modules])]) members.delete(other);
    }
    return members.has(id) ? 'list' : null;
  };
}
