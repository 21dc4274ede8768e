import { Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { lazyWithRetry } from '../../components/lazyWithRetry';
import { routes } from '../../lib/routes';
import { useUser } from '../../lib/session';
import { type ShortcutKey, shortcutOf } from '../../lib/shortcuts';

const ShortcutList = lazyWithRetry(() => import('./ShortcutList'), { isOptional: true });

/** Handles the shortcuts. `?` opens their list, `/` goes to the search. */
export default function Shortcuts() {
  const [isListOpen, setListOpen] = useState(false);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { username } = useUser();
  useEffect(() => {
    const paths: Record<ShortcutKey, string> = {
      P: routes.user.to(username),
      H: routes.home.to(),
      Q: routes.questions.to(),
      M: routes.directMessages.to(),
      K: routes.allCommunities.to(),
    };
    const follow = (event: KeyboardEvent) => {
      const pressed = shortcutOf(event);
      if (!pressed) return;
      event.preventDefault();
      // A held key counts once.
      if (event.repeat) return;
      if (pressed === '?') setListOpen(true);
      else if (pressed === '/') document.querySelector<HTMLInputElement>('header search input')?.focus();
      else navigate(paths[pressed], { replace: paths[pressed] === pathname });
    };
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, [navigate, pathname, username]);
  return <Suspense>{isListOpen && <ShortcutList onClose={() => setListOpen(false)} />}</Suspense>;
}
