import type { KeyboardEvent } from 'react';

/** Ctrl+Enter, or Command+Enter, sends a form from any of its fields. */
export function submitOnControlEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
