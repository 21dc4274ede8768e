import { useEffect, useState } from 'react';
import styles from './ConnectionBar.module.css';

/** A shorter interruption is not reported. In milliseconds. */
const delayMs = 1500;

/** Reports a lost live connection after a delay, at the lower edge of the window, where every part of the page has it in view. */
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
      {lost && (
        <p className={styles.bar}>
          The connection is lost. This page may be out of date. What you type is kept. Trying again…
        </p>
      )}
    </div>
  );
}
