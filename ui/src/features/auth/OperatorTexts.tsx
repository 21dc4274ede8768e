import type { ReactNode } from 'react';
import { Excerpt } from '../../components/markdown/Excerpt';
import { OperatorLinks } from '../../components/OperatorLinks';
import { site } from '../../lib/site';
import styles from './AuthPage.module.css';

/** The operator's texts on the login and sign-up pages: a welcome, and links to the rules and similar pages. */
export default function OperatorTexts(): ReactNode {
  return (
    <>
      {site.welcome && (
        <section aria-label={`About ${site.title}`} className={`${styles.card} ${styles.welcome}`}>
          <Excerpt text={site.welcome} hasMail />
        </section>
      )}
      <OperatorLinks />
    </>
  );
}
