import type { ReactNode } from 'react';
import { Markdown } from '../../components/markdown/Markdown';
import { OperatorLinks } from '../../components/OperatorLinks';
import { site } from '../../lib/site';
import styles from './AuthPage.module.css';

/** The operator's texts on the login and sign-up pages: a welcome, and links to the rules and similar pages. */
export default function OperatorTexts(): ReactNode {
  return (
    <>
      {site.welcome && (
        <section aria-label={`About ${site.title}`} className={styles.card}>
          <Markdown text={site.welcome} isExcerpt />
        </section>
      )}
      <OperatorLinks />
    </>
  );
}
