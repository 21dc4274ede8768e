/** Where the key leads, pressed together with Ctrl. */
export const shortcuts = [
  { key: 'P', leadsTo: 'Your profile' },
  { key: 'H', leadsTo: 'Home' },
  { key: 'Q', leadsTo: 'Questions' },
  { key: 'M', leadsTo: 'Direct messages' },
  { key: 'K', leadsTo: 'Communities' },
] as const;

export type ShortcutKey = (typeof shortcuts)[number]['key'];

/** Where keys write. */
const fields = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/** The shortcut that was pressed, or `?` for the list of them: outside of what one writes in, and of open dialogs. */
export function shortcutOf(event: KeyboardEvent): ShortcutKey | '?' | undefined {
  const { target, key, code, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.defaultPrevented || event.isComposing || altKey || metaKey) return;
  if (document.querySelector('dialog[open]') || (target instanceof Element && target.closest(fields))) return;
  if (!ctrlKey) return key === '?' ? key : undefined;
  // On a keyboard of another script the key is where it is on a Latin one.
  const letter = /^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace('Key', '');
  return shiftKey ? undefined : shortcuts.find((shortcut) => shortcut.key === letter)?.key;
}
