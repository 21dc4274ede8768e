/**
 * Whether the links of a text are allowed. Only the Markdown parser knows what a link is, and it loads with the
 * editor: until then, the server checks alone.
 */
type Check = (text: string, before: string) => boolean;

let check: Check | undefined;

/** Is called when the parser has loaded. */
export function provideHyperlinkCheck(loaded: Check): void {
  check = loaded;
}

/**
 * Returns whether an inline link has no text, or an address that does not start with `https://` and
 * continue. An image may also have the address of an uploaded picture, and the links of an earlier version may stay.
 */
export const hasInvalidHyperlink = (text: string, before = ''): boolean => check?.(text, before) ?? false;
