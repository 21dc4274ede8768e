import { type ReactNode, useId } from 'react';
import styles from './Box.module.css';

type Props = {
  title: string;
  /** What one can do with all of it. */
  action?: ReactNode;
  children: ReactNode;
};

/** A titled part of a page, whose list scrolls inside of it. */
export function Box({ title, action, children }: Props) {
  const id = useId();
  return (
    // What goes away in it hands the focus to it.
    <section className={styles.box} aria-labelledby={id} tabIndex={-1}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

/** A line of a box's list. One that `isNew` is marked. */
export function BoxItem({ children, isNew = false }: { children: ReactNode; isNew?: boolean }) {
  return <li className={`${styles.item} ${isNew ? styles.new : ''}`}>{children}</li>;
}

/** What a box says in place of a list. */
export const BoxNote = ({ children }: { children: ReactNode }) => <div className={styles.note}>{children}</div>;
