import { Link } from 'react-router-dom';
import type { Tag } from '../api/generated';
import styles from './TagButton.module.css';

/** A tag that links to its questions. */
export function TagButton({ tag }: { tag: Tag }) {
  return (
    <Link to={`/home?tag=${encodeURIComponent(tag.name)}`} className={styles.tag} title={tag.description}>
      {tag.name}
    </Link>
  );
}
