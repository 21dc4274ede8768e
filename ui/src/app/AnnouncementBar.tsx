import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import useSWR from 'swr';
import type { Announcement, PublicSite } from '../api/generated';
import { site } from '../lib/site';
import { siteKey } from '../lib/siteKey';
import styles from './SecurityNotices.module.css';
import { fetchSite } from './siteData';

/** Where the browser stores the announcement that its user has dismissed. */
const dismissedKey = 'dismissedAnnouncement';

/** The longest delay of a timer, in milliseconds. */
const longestDelayMs = 2 ** 31 - 1;

const idOf = ({ text, postedAt }: Announcement) => `${postedAt} ${text}`;

function read(): string | null {
  try {
    return localStorage.getItem(dismissedKey);
  } catch {
    return null; // storage is blocked
  }
}

/** Shows the announcement of the administrators until its end, or until the user dismisses it in this browser. */
export function AnnouncementBar() {
  const { data } = useSWR<PublicSite, unknown>(siteKey, fetchSite, { revalidateOnMount: false });
  const { announcement } = data ?? site;
  const [dismissed, setDismissed] = useState(read);
  const [now, setNow] = useState(Date.now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new announcement ends after the time that is left now
  useEffect(() => setNow(Date.now()), [announcement]);
  const left = announcement?.endsAt ? Date.parse(announcement.endsAt) - now : Number.POSITIVE_INFINITY;
  useEffect(() => {
    if (left <= 0 || left === Number.POSITIVE_INFINITY) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(left + 1, longestDelayMs));
    return () => clearTimeout(timer);
  }, [left]);
  const shown = announcement && left > 0 && idOf(announcement) !== dismissed ? announcement : undefined;
  const dismiss = (announcement: Announcement) => {
    const id = idOf(announcement);
    setDismissed(id);
    try {
      localStorage.setItem(dismissedKey, id);
    } catch {
      // Storage is blocked: it is dismissed until the page is left.
    }
  };
  return (
    <div role="status">
      {shown && <Notice key={idOf(shown)} announcement={shown} dismiss={() => dismiss(shown)} />}
    </div>
  );
}

type Props = { announcement: Announcement; dismiss: () => void };

/** Shows the first lines of an announcement, and the rest when the reader asks for it. */
function Notice({ announcement: { kind, text }, dismiss }: Props) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isWhole, setIsWhole] = useState(false);
  const [isCut, setIsCut] = useState(false);
  useLayoutEffect(() => {
    const { current } = paragraph;
    if (isWhole || !current) return undefined;
    const measure = () => setIsCut(current.scrollHeight > current.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [isWhole]);
  return (
    <section
      aria-label="Announcement"
      className={styles.notice}
      style={kind === 'info' ? { borderLeftColor: 'var(--accent)' } : {}}
    >
      <div>
        <p ref={paragraph} className={isWhole ? 'mb-0' : `mb-0 ${styles.cut}`} dir="auto">
          {kind === 'warning' && <strong>Warning: </strong>}
          {text}
        </p>
      </div>
      <p className={`mb-0 ${styles.controls}`}>
        {(isCut || isWhole) && (
          <button
            type="button"
            className="btn btn-sm btn-link"
            aria-expanded={isWhole}
            onClick={() => setIsWhole(!isWhole)}
          >
            {isWhole ? 'Show less' : 'Show more'}
          </button>
        )}
        <button type="button" className="btn btn-sm btn-outline-secondary" onClick={dismiss}>
          Dismiss
        </button>
      </p>
    </section>
  );
}
