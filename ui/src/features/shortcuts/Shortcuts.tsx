import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { stripBase } from '../../api/base';
import { lazyWithRetry } from '../../components/lazyWithRetry';
import { routes } from '../../lib/routes';
import { useUser } from '../../lib/session';
import { type ShortcutKey, shortcutOf } from '../../lib/shortcuts';

const ShortcutList = lazyWithRetry(() => import('./ShortcutList'), { isOptional: true });

/** Handles the shortcuts. `?` opens their list, `/` goes to the search. */
export default function Shortcuts() {
  const [isListOpen, setListOpen] = useState(false);
  const navigate = useNavigate();
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
      // The address, not the page that is shown: another one may still load.
      else navigate(paths[pressed], { replace: paths[pressed] === stripBase(location.pathname) });
    };
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, [navigate, username]);
  return <Suspense>{isListOpen && <ShortcutList onClose={() => setListOpen(false)} />}</Suspense>;
}
