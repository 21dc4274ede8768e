import type { KeyboardEvent } from 'react';

/** Submits a form on Ctrl+Enter or Command+Enter in any of its fields. */
export function submitOnControlEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
