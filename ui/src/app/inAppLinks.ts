import { useEffect } from 'react';
import { matchPath, useNavigate } from 'react-router-dom';
import { within } from '../api/base';
import { routes } from '../lib/routes';

const isPage = (path: string) => Object.values(routes).some(({ pattern }) => matchPath(pattern, path));

/**
 * Lets links that people write to pages of this site go there by the router: nothing is loaded anew. A click with a key
 * held does what the browser does.
 */
export function useInAppLinks() {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (!isPlain || event.defaultPrevented || !(event.target instanceof Element)) return;
      const link = event.target.closest<HTMLAnchorElement>('.markdown a[href]');
      if (link?.origin !== location.origin || !isPage(within(link.pathname))) return;
      event.preventDefault();
      navigate(within(link.pathname) + link.search + link.hash);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [navigate]);
}
