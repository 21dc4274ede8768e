import { type CSSProperties, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import type { User } from '../api/generated';
import { fetchKey } from '../lib/cacheKeys';
import { memberSince } from '../lib/memberSince';
import { plainText } from '../lib/plainText';
import { moderatesSite, useUser } from '../lib/session';
import { site } from '../lib/site';
import { userKey } from '../lib/userKey';
import { Avatar } from './avatars/Avatar';
import styles from './HoverCard.module.css';
import { lazyWithRetry } from './lazyWithRetry';
import { MessageButton } from './MessageButton';
import { Reputation } from './Reputation';
import { UserCounts } from './UserCounts';

const SanctionMark = lazyWithRetry(() => import('./sanctions/SanctionMark'), { isOptional: true });

type Props = {
  username: string;
  /** The link that the card is about. */
  anchor: RefObject<HTMLElement | null>;
  close: () => void;
};

/** A short description of a user beside a link to them. Shows nothing until it is fetched, once per user. */
export default function HoverCard({ username, anchor, close }: Props) {
  const { data: user } = useSWR<User, unknown>(userKey(username), fetchKey, { revalidateIfStale: false });
  return user ? <Card user={user} anchor={anchor} close={close} /> : null;
}

function Card({ user, anchor, close }: Omit<Props, 'username'> & { user: User }) {
  const me = useUser();
  const card = useRef<HTMLSpanElement>(null);
  const [place, setPlace] = useState<CSSProperties>({});
  useLayoutEffect(() => {
    card.current?.showPopover?.();
    if (anchor.current && card.current) setPlace(placeAt(anchor.current, card.current));
  }, [anchor]);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close();
    };
    document.addEventListener('keydown', onKey);
    // The card does not scroll with its link.
    window.addEventListener('scroll', close, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', close, { capture: true });
    };
  });
  const about = plainText(user.biography.trim().split('\n', 1)[0] ?? '');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a paragraph, as a link to an author does
    <span
      ref={card}
      popover="manual"
      role="group"
      aria-label={`About ${user.username}`}
      className={styles.card}
      style={place}
    >
      <span className={styles.head}>
        <Avatar seed={user.username} size={2.5} />
        <span>
          <b>
            <bdi>{user.username}</bdi>
          </b>
          <Suspense>{moderatesSite(me) && <SanctionMark username={user.username} />}</Suspense>
          <br />
          <span className="small muted">{user.isBot ? 'bot' : memberSince(user.dateJoined)}</span>
        </span>
      </span>
      {about && (
        <span className={styles.about}>
          <bdi>{about}</bdi>
        </span>
      )}
      <span className={styles.foot}>
        <span className="small muted">
          <UserCounts user={user} />
          {user.reputation !== undefined && ' · '}
          <Reputation user={user} />
        </span>
        {site.features.chat && user._id !== me._id && <MessageButton username={user.username} />}
      </span>
    </span>
  );
}

/** The distance from the link and from the edges of the window, in pixels. */
const gap = 6;

/** Places a card below its link, or above it if there is no room. */
function placeAt(link: HTMLElement, card: HTMLElement): CSSProperties {
  const { top, bottom, left } = link.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = card;
  const { clientWidth, clientHeight } = document.documentElement;
  const isAbove = bottom + gap + offsetHeight > clientHeight && top > offsetHeight + gap;
  return {
    top: isAbove ? top - gap - offsetHeight : bottom + gap,
    left: Math.max(gap, Math.min(left, clientWidth - offsetWidth - gap)),
  };
}
