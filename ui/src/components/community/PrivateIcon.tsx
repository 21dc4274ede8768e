import { Icon } from '../icons';
import styles from './PrivateIcon.module.css';

/** A lock that marks private content. */
export function PrivateIcon() {
  return (
    <span className={styles.icon} title="Private">
      <Icon>
        <rect x="5" y="11" width="14" height="9" rx="2" />
        <path d="M8 11V8a4 4 0 0 1 8 0v3" />
      </Icon>
      <span className="visually-hidden"> Private</span>
    </span>
  );
}
