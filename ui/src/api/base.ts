/**
 * The path prefix of this site. Empty at the root; otherwise it starts with a slash and has none at
 * the end. The server sets it.
 */
export const base = document.querySelector<HTMLMetaElement>('meta[name="stoa-base"]')?.content ?? '';

/** Returns a path of the browser without the base path. */
export const stripBase = (path: string) => (path.startsWith(base) ? path.slice(base.length) : path) || '/';
