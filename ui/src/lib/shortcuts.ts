/** The shortcuts: keys pressed with Ctrl, and their destinations. */
export const shortcuts = [
  { key: 'P', leadsTo: 'Your profile' },
  { key: 'H', leadsTo: 'Home' },
  { key: 'Q', leadsTo: 'Questions' },
  { key: 'M', leadsTo: 'Direct Messages' },
  { key: 'K', leadsTo: 'Communities' },
] as const;

export type ShortcutKey = (typeof shortcuts)[number]['key'];

/** Elements that accept text. */
const editableSelector = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])';

/**
 * Returns the pressed shortcut, `?` for the list of shortcuts, or `/` for the search. Ignores keys in text fields and
 * while a dialog is open.
 */
export function shortcutOf(event: KeyboardEvent): ShortcutKey | '?' | '/' | undefined {
  const { target, key, code, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.defaultPrevented || event.isComposing || altKey || metaKey) return;
  if (document.querySelector('dialog[open]') || (target instanceof Element && target.closest(editableSelector))) return;
  if (!ctrlKey) return key === '?' || key === '/' ? key : undefined;
  // On a keyboard with another script, the key is where it is on a Latin one.
  const letter = /^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace('Key', '');
  return shiftKey ? undefined : shortcuts.find((shortcut) => shortcut.key === letter)?.key;
}
