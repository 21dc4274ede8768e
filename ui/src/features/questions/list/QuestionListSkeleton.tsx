import { useEffect, useState } from 'react';
import styles from './QuestionListSkeleton.module.css';

/** Shorter loading shows no placeholder. In milliseconds. */
const delayMs = 300;

/** Shows rows with the geometry of question cards while they load, after a delay. */
export function QuestionListSkeleton({ rows = 6 }: { rows?: number }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label="Loading" className={isLate ? styles.rows : ''}>
      {isLate && Array.from(Array(rows).keys(), (row) => <div key={row} />)}
    </div>
  );
}
