import { useLayoutEffect } from 'react';

/**
 * Shows the app in place of what the server has drawn, before the browser paints what is rendered with this: a page with
 * its content.
 */
export function TakeOver() {
  useLayoutEffect(() => {
    document.getElementById('page')?.remove();
    document.getElementById('root')?.removeAttribute('hidden');
  }, []);
  return null;
}
