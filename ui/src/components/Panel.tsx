import { type ReactNode, useId } from 'react';
import styles from './Panel.module.css';

type Props = {
  title: string;
  /** Actions on the whole content. */
  action?: ReactNode;
  children: ReactNode;
};

/** A titled section whose list scrolls. */
export function Panel({ title, action, children }: Props) {
  const id = useId();
  return (
    // Receives the focus of removed content.
    <section className={styles.panel} aria-labelledby={id} tabIndex={-1}>
      <div className={styles.header}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

type ItemProps = {
  /** Whether it is marked. */
  isNew?: boolean;
  /** Whether it belongs to the item before. */
  isContinued?: boolean;
  children: ReactNode;
};

/** A list item of a panel. */
export function PanelItem({ isNew, isContinued, children }: ItemProps) {
  return (
    <li className={`${styles.item} ${isNew ? styles.unread : ''} ${isContinued ? styles.continued : ''}`}>
      {children}
    </li>
  );
}

/** A note that replaces a panel's list. */
export const PanelNote = ({ children }: { children: ReactNode }) => <div className={styles.note}>{children}</div>;
