import { base } from '../api/base';
import { site } from '../lib/site';
import styles from './Cover.module.css';

/** Shows the wide picture that administrators have chosen for the site, if there is one. It decorates: it says nothing. */
export function Cover() {
  const { cover } = site;
  if (!cover) return null;
  const src = `${base}/site/getCover/${cover}`;
  return <img src={src} alt="" width={5} height={1} loading="lazy" className={styles.cover} />;
}
