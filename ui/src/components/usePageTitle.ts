import { useEffect } from 'react';
import { site } from '../lib/site';

/** Sets the title of the page in the browser's tab and history. */
export function usePageTitle(page: string) {
  useEffect(() => {
    document.title = page ? `${page} · ${site.title}` : site.title;
  }, [page]);
}
