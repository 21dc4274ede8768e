import { useEffect, useState } from 'react';
import styles from './Skeleton.module.css';

/** Shorter loading shows no placeholder. In milliseconds. */
const delayMs = 300;

/** Shows gray boxes while content loads, after a delay. */
export function Skeleton({ rows = 4 }: { rows?: number }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label="Loading">
      {late && Array.from(Array(rows).keys(), (row) => <div key={row} className={styles.row} />)}
    </div>
  );
}
