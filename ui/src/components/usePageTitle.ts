import { useEffect } from 'react';
import { setPageTitle } from '../lib/documentTitle';

/** Sets the title of the page in the browser's tab and history. */
export function usePageTitle(page: string) {
  useEffect(() => setPageTitle(page), [page]);
}
