import { useEffect } from 'react';
import { matchPath, useNavigate } from 'react-router-dom';
import { stripBase } from '../api/base';
import { routes } from '../lib/routes';

const isPage = (path: string) => Object.values(routes).some(({ pattern }) => matchPath(pattern, path));

/**
 * Opens links in Markdown that lead to other pages of this site with the router, without a page load. A
 * click with a modifier key keeps the browser's behavior.
 */
export function useInAppLinks() {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (!isPlain || event.defaultPrevented || !(event.target instanceof Element)) return;
      const link = event.target.closest<HTMLAnchorElement>('.markdown a[href]');
      // The browser itself finds a place on this page, such as a footnote.
      if (link?.getAttribute('href')?.startsWith('#')) return;
      if (link?.origin !== location.origin || !isPage(stripBase(link.pathname))) return;
      event.preventDefault();
      navigate(stripBase(link.pathname) + link.search + link.hash);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}
