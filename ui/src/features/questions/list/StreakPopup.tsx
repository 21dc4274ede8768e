import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { routes } from '../../../lib/routes';
import styles from './StreakPopup.module.css';

/** How long it stays, in milliseconds. */
const stay = 5000;

/** After a question was posted: something to do while waiting. It waits for whom is at it with pointer or keyboard. */
export default function StreakPopup() {
  const [, setQuery] = useSearchParams();
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isHeld = isPointedAt || hasFocus;
  // Its time does not begin again when the address changes.
  const go = useEffectEvent(() =>
    setQuery(
      (query) => {
        query.delete('showStreakPopup');
        return query;
      },
      { replace: true },
    ),
  );
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(go, stay);
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
