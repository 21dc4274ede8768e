/** Whether a text can be the id of something that the server keeps. */
export const isId = (text: string): boolean => /^[0-9a-hjkmnp-tv-z]{13}$/.test(text);
