import { useEffect, useState } from 'react';
import styles from './Skeleton.module.css';

/** What comes sooner needs no placeholder. In milliseconds. */
const patience = 300;

/** Grey boxes in place of what is being fetched, once that takes a while. */
export function Skeleton({ rows = 4 }: { rows?: number }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label="Loading">
      {late && Array.from(Array(rows).keys(), (row) => <div key={row} className={styles.row} />)}
    </div>
  );
}
