import type { ReactNode } from 'react';
import styles from './AuthorLine.module.css';
import { AuthorLink } from './AuthorLink';
import { Avatar } from './avatars/Avatar';

type Props = {
  name: string;
  /** What they did, and when, below the name. */
  children?: ReactNode;
  /** What stands at the other end of the line. */
  end?: ReactNode;
};

/** Shows who wrote a post: picture and name. */
export function AuthorLine({ name, children, end }: Props) {
  return (
    <div className={styles.line}>
      <Avatar seed={name} />
      <div>
        <AuthorLink name={name} />
        {children && <div className={styles.what}>{children}</div>}
      </div>
      {end}
    </div>
  );
}
