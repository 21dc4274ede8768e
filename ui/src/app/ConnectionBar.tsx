import { useEffect, useState } from 'react';
import styles from './ConnectionBar.module.css';

/** A connection that comes back sooner is not worth a word. In milliseconds. */
const patience = 3000;

/** Says that the live connection is lost, once it has been for a while. */
export function ConnectionBar({ connected }: { connected: boolean }) {
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (connected) {
      setLost(false);
      return;
    }
    const timer = setTimeout(() => setLost(true), patience);
    return () => clearTimeout(timer);
  }, [connected]);
  return (
    <div role="status">
      {lost && <p className={styles.bar}>The connection is lost. What you see may be out of date. Trying again…</p>}
    </div>
  );
}
