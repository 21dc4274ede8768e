/** Returns whether a text has the form of a server id. */
export const isId = (text: string): boolean => /^[0-9a-hjkmnp-tv-z]{13}$/.test(text);
