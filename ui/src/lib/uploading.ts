/** Stands in a text while a picture is uploaded. Its empty address is that of no picture and of no link. */
const PLACEHOLDER = /!\[Uploading [^\]\n]*…\]\(\)\n?/g;

/** Returns the placeholder of a picture with a name without square brackets. */
export const placeholderOf = (name: string): string => `![Uploading ${name}…]()`;

/** Returns a text without the placeholders of pictures. */
export const withoutPlaceholders = (text: string): string => text.replace(PLACEHOLDER, '');
