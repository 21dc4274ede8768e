import { useIsLoading } from '../lib/loading';
import styles from './LoadingBar.module.css';

/** A line along the upper edge while the next page loads and the previous one still shows. */
export function LoadingBar() {
  return useIsLoading() && <div role="progressbar" aria-label="Loading the page" className={styles.bar} />;
}
