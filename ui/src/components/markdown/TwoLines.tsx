import type { ReactNode } from 'react';
import styles from './TwoLines.module.css';

/** Shows the first two lines of a rendered text, with inline formatting alone. */
export function TwoLines({ className = '', children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={`${styles.lines} ${className}`}>{children}</div>;
}
