import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { InfoDialog } from '../../components/InfoDialog';
import { ShortcutTable } from '../../components/ShortcutTable';
import { routes } from '../../lib/routes';
import { useUser } from '../../lib/session';
import { type ShortcutKey, shortcutOf } from '../../lib/shortcuts';

const others = [
  { keys: ['Ctrl', 'Enter'], text: 'Sends your text' },
  { keys: ['?'], text: 'This list' },
];

/** Handles the shortcuts, and opens their list with `?`. */
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
      else navigate(paths[pressed], { replace: paths[pressed] === pathname });
    };
    document.addEventListener('keydown', follow);
    return () => document.removeEventListener('keydown', follow);
  }, [navigate, pathname, username]);
  return (
    isListOpen && (
      <InfoDialog title="Keyboard Shortcuts" onClose={() => setListOpen(false)}>
        <ShortcutTable label="Keyboard Shortcuts" others={others} />
        <p className="small muted mt-3">They do not work in text fields. You can turn them off in your profile.</p>
      </InfoDialog>
    )
  );
}
