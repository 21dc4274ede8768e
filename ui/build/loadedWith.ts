type Chunk = { fileName: string; imports: string[] };

/** Returns the chunks that load with others: these, and all that they import statically. */
export function loadedWith<Loaded extends Chunk>(chunks: Loaded[], starts: Loaded[]): Loaded[] {
  const loaded = new Set(starts);
  for (const { imports } of loaded) for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  return [...loaded];
}
