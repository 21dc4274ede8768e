import { Link } from 'react-router-dom';
import { paths } from '../lib/paths';
import styles from './TagButton.module.css';

/** A tag that leads to its questions. */
export function TagButton({ name }: { name: string }) {
  return (
    <Link className={styles.tag} to={paths.homeWithTag(name)}>
      {name}
    </Link>
  );
}
