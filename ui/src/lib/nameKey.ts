/**
 * Returns a key of the name of a tag or a community: equal for names that are equal for the server, which ignores case,
 * compatible forms such as full-width letters, and invisible characters. (The server distinguishes the dotless `ı`.)
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{DI}/gu, '')
    .toLowerCase()
    .toUpperCase();
