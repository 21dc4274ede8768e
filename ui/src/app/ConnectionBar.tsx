import { useEffect, useState } from 'react';
import styles from './ConnectionBar.module.css';

/** A shorter interruption is not reported. In milliseconds. */
const delayMs = 3000;

/** Reports a lost live connection after a delay. */
export function ConnectionBar({ connected }: { connected: boolean }) {
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (connected) {
      setLost(false);
      return;
    }
    const timer = setTimeout(() => setLost(true), delayMs);
    return () => clearTimeout(timer);
  }, [connected]);
  return (
    <div role="status">
      {lost && <p className={styles.bar}>The connection is lost. This page may be out of date. Trying again…</p>}
    </div>
  );
}
