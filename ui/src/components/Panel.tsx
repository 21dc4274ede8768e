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

/** A list item of a panel. An `isNew` item is marked. */
export function PanelItem({ children, isNew = false }: { children: ReactNode; isNew?: boolean }) {
  return <li className={`${styles.item} ${isNew ? styles.unread : ''}`}>{children}</li>;
}

/** A note that replaces a panel's list. */
export const PanelNote = ({ children }: { children: ReactNode }) => <div className={styles.note}>{children}</div>;
