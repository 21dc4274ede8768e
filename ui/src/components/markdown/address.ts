/** Where an address in running text ends. The server has the same rule (`src/core/text/address.rs`). */

/**
 * What ends an address beside white space: brackets, backslashes, and the quotation and punctuation marks of scripts
 * that browsers write encoded.
 */
const ENDS =
  '\\s<>[\\]\\\\`|“”„‟‘’‚‛«»‹›…—―،؛؟।॥\u3000-\u3003\u3008-\u3011\u3014-\u301f\ufe10-\ufe19\ufe30-\ufe6f！（），．：；？［］｛｝～｟-､';

/** Matches the part of a text that can be an address. Braces belong to it in pairs. */
const ADDRESS = new RegExp(`^(?:[^${ENDS}{}]|\\{[^${ENDS}{}]*\\})*`);

/** Returns the beginning of a text up to where an address that begins it ends. */
export const addressAt = (text: string): string => ADDRESS.exec(text)?.[0] ?? '';

/** Matches a mail address whose domain ends in a number, which is the version of a package: `lodash@4.17.21`. */
export const isVersion = (address: string): boolean => /@(?:.*\.)?\d+$/.test(address);
