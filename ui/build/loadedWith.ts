type Chunk = { fileName: string; imports: string[]; moduleIds: string[] };

/** Returns the chunks that have one of these modules, each named by the end of its path. */
export const chunksWith = <Loaded extends Chunk>(chunks: Loaded[], modules: string[]): Loaded[] =>
  chunks.filter(({ moduleIds }) => moduleIds.some((id) => modules.some((module) => id.endsWith(module))));

/** Returns the chunks that load with others: these, and all that they import statically. */
export function loadedWith<Loaded extends Chunk>(chunks: Loaded[], starts: Loaded[]): Loaded[] {
  const loaded = new Set(starts);
  for (const { imports } of loaded) for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  return [...loaded];
}
