/** The path below which this site is: nothing for most, else with a slash at its beginning only. The server says it. */
export const base = document.querySelector<HTMLMetaElement>('meta[name="stoa-base"]')?.content ?? '';

/** What a path of the browser's is within this site. */
export const within = (path: string) => (path.startsWith(base) ? path.slice(base.length) : path) || '/';
