/**
 * Whether the links of a text are allowed. Only the Markdown parser knows what a link is, and it loads with the
 * first link in an editor: until then, the server checks alone.
 */
type Check = (text: string, before: string) => string | null;

let check: Check | undefined;

/** Is called when the parser has loaded. */
export function provideHyperlinkCheck(loaded: Check): void {
  check = loaded;
}

/**
 * Returns which inline link is not allowed, and why; null if all are. A link has a text, and an address that starts
 * with `https://` and continues. An image may also have the address of an uploaded picture, and the links of an earlier
 * version may stay.
 */
export const invalidHyperlink = (text: string, before = ''): string | null => check?.(text, before) ?? null;
