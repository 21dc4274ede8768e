/** Returns whether an address in a text is that of an uploaded picture, whatever the base path of the site. */
export const isPicture = (address: string): boolean => /^\/media\/[0-7][0-9a-hjkmnp-tv-z]{12}$/.test(address);
