import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Returns a ref for the button that opens something. The button receives the focus when that
 * closes.
 */
export function useReturnFocus<T extends HTMLElement>(isOpen: boolean): RefObject<T | null> {
  const opener = useRef<T>(null);
  const wasOpen = useRef(isOpen);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return opener;
}
