import { type FocusEvent, type PointerEvent, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { firstData } from '../api/firstData';
import { routes } from '../lib/routes';
import { moderatesSite, useUser } from '../lib/session';
import { lazyWithRetry } from './lazyWithRetry';

const SanctionMark = lazyWithRetry(() => import('./sanctions/SanctionMark'), { isOptional: true });
const HoverCard = lazyWithRetry(() => import('./HoverCard'), { isOptional: true });

/** A pointer that only passes opens no card. In milliseconds. */
const openAfterMs = 400;

/** The time to move from the link to its card, in milliseconds. */
const closeAfterMs = 200;

/** The authors on this page whom search engines may show: crawlers load each page by itself. */
const listed = new Set(firstData?.listedAuthors);

/**
 * Links to the profile of an author, unless the account is deleted. A mouse or a keyboard that stays on the link opens a
 * card about them, which says nothing that the profile does not say. Moderators of the site see whether the member is
 * suspended or silenced, unless the page says so itself (`isMarked`).
 */
export function AuthorLink({ name, isMarked = true }: { name: string; isMarked?: boolean }) {
  const root = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isOpen, setOpen] = useState(false);
  const seesMark = moderatesSite(useUser()) && isMarked;
  useEffect(() => () => clearTimeout(timer.current), []);
  if (name === '[deleted]') return <span className="muted">{name}</span>;

  const setOpenAfter = (open: boolean, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(open), delay);
  };
  const close = () => setOpenAfter(false, 0);
  const onPointer = (open: boolean) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') setOpenAfter(open, open ? openAfterMs : closeAfterMs);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target.matches(':focus-visible')) setOpenAfter(true, openAfterMs);
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!root.current?.contains(relatedTarget)) close();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link and the card inside are what is used
    <span
      ref={root}
      data-nosnippet={listed.has(name) ? undefined : ''}
      onPointerEnter={onPointer(true)}
      onPointerLeave={onPointer(false)}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <Link to={routes.user.to(name)} onClick={close}>
        <bdi>{name}</bdi>
      </Link>
      <Suspense>{seesMark && <SanctionMark username={name} />}</Suspense>
      {isOpen && (
        <Suspense fallback={null}>
          <HoverCard username={name} anchor={root} close={close} />
        </Suspense>
      )}
    </span>
  );
}
