import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { stripBase } from '../../../api/base';
import { routes } from '../../../lib/routes';
import styles from './StreakPopup.module.css';

/** How long the popup stays, in milliseconds. */
const displayMs = 5000;

/** Suggests a game after a question was posted. Stays while the pointer or the focus is inside. */
export default function StreakPopup() {
  const [, setQuery] = useSearchParams();
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isHeld = isPointedAt || hasFocus;
  const { pathname } = useLocation();
  // A change of the address does not restart the timer.
  const dismiss = useEffectEvent(() => {
    // Otherwise the next page still loads: changing the address would bring the user back.
    if (stripBase(location.pathname) === pathname)
      setQuery(
        (query) => {
          query.delete('showStreakPopup');
          return query;
        },
        { replace: true },
      );
  });
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(dismiss, displayMs);
    return () => clearTimeout(timer);
  }, [isHeld]);
  return (
    <aside
      aria-label="While you wait"
      className={styles.popup}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      Play a game of Nim while waiting for an answer!
      <Link to={routes.games.to()} className="btn btn-primary btn-sm text-nowrap">
        Play Now
      </Link>
    </aside>
  );
}
