import type { ReactNode } from 'react';
import styles from './AuthorLine.module.css';
import { AuthorLink } from './AuthorLink';
import { Avatar } from './avatars/Avatar';
import { Points } from './Points';

type Props = {
  name: string;
  /** What stands before the name. */
  before?: ReactNode;
  /** Their reputation. */
  points?: number | undefined;
  isBot?: boolean | undefined;
  /** What they did, and when. */
  children?: ReactNode;
  /** What stands at the other end of the line. */
  end?: ReactNode;
};

/** Shows who wrote a post: picture, name, reputation or that they are a bot, and time on one line. */
export function AuthorLine({ name, before, points, isBot, children, end }: Props) {
  return (
    <div className={styles.line}>
      <Avatar seed={name} />
      <div>
        {before}
        <AuthorLink name={name} /> <Points points={points} isBot={isBot} />{' '}
        <span className={styles.what}>{children}</span>
      </div>
      {end}
    </div>
  );
}
