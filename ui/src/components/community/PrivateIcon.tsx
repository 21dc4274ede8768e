import { Icon } from '../icons';
import styles from './PrivateIcon.module.css';

/** A lock that marks private content. */
export function PrivateIcon() {
  return (
    <span className={styles.icon} title="Private">
      <Icon d="M6 11h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zM8 11V8a4 4 0 0 1 8 0v3" />
      <span className="visually-hidden"> Private</span>
    </span>
  );
}
