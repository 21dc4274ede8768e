import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { routes } from '../../lib/routes';
import styles from './StreakPopup.module.css';

/** How long it stays, in milliseconds. */
const stay = 5000;

/** After a question was posted: something to do while waiting. */
export function StreakPopup() {
  const [query, setQuery] = useSearchParams();
  const shown = query.get('showStreakPopup') === 'true';
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => {
      setQuery(
        (query) => {
          query.delete('showStreakPopup');
          return query;
        },
        { replace: true },
      );
    }, stay);
    return () => clearTimeout(timer);
  }, [shown, setQuery]);
  return (
    <div role="status">
      {shown && (
        <div className={styles.popup}>
          Play a game of Nim while waiting for an answer!
          <Link to={routes.games.to()} className="btn btn-primary btn-sm">
            Play Now
          </Link>
        </div>
      )}
    </div>
  );
}
