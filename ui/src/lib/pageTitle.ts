import { useEffect } from 'react';
import { site } from './site';

/** Names the page in the browser's tab and history. */
export function usePageTitle(page: string): void {
  useEffect(() => {
    document.title = `${page} · ${site.title}`;
  }, [page]);
}
