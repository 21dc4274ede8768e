import type { ReactNode } from 'react';
import { Link, type To } from 'react-router-dom';
import { Avatar } from '../avatars/Avatar';
import { TwoLines } from '../markdown/TwoLines';
import { PanelItem } from '../Panel';
import { RelativeTime } from '../RelativeTime';
import { TitleText } from '../TitleText';
import styles from './EntryLayout.module.css';

type Props = {
  /** Whose picture is shown. */
  who?: string | undefined;
  isNew: boolean;
  /** Whether the entry before has the title. */
  isContinued?: boolean | undefined;
  headline: ReactNode;
  /** The title of what it is about. */
  title?: string | undefined;
  at: string;
  to?: To | undefined;
  /** Called when the viewer opens it. */
  open?: (() => void) | undefined;
  /** A line of its text. */
  text?: ReactNode;
  /** Why it is here. */
  reason: ReactNode;
  /** What stops entries like this. */
  children?: ReactNode;
};

/** An entry of the inbox: who, what, where and when, a line of text, why it is here, and what stops it. */
export function EntryLayout(props: Props) {
  const { who, isNew, isContinued, headline, title, at, to, open, text, reason, children } = props;
  const look = `${styles.headline} ${isNew ? '' : styles.seen}`;
  return (
    <PanelItem isNew={isNew} isContinued={isContinued ?? false}>
      {who && <Avatar seed={who} />}
      <div>
        <p className={styles.line}>
          {isNew && <span className="visually-hidden">Unread: </span>}
          {to ? (
            <Link
              to={to}
              className={`${look} ${styles.link}`}
              onClick={open}
              onAuxClick={({ button }) => button === 1 && open?.()}
            >
              {headline}
            </Link>
          ) : (
            <span className={look}>{headline}</span>
          )}{' '}
          <span className="muted">
            {title && !isContinued && (
              <>
                on{' '}
                <bdi>
                  <TitleText parts={[title]} />
                </bdi>{' '}
              </>
            )}
            <RelativeTime time={at} />
          </span>
        </p>
        {text && <TwoLines>{text}</TwoLines>}
        <div className={`small muted ${styles.why}`}>
          <span>{reason}</span>
          {children}
        </div>
      </div>
    </PanelItem>
  );
}
