import { type ReactNode, useEffect } from 'react';
import { Logo } from '../../components/Logo';
import { site } from '../../lib/site';
import styles from './AuthPage.module.css';

/** A page outside of the layout: one card with a title. */
export function CardPage({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · ${site.title}`;
  }, [title]);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Logo size={56} />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
