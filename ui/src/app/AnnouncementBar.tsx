import { Suspense, useEffect, useState } from 'react';
import useSWR from 'swr';
import type { Announcement, PublicSite } from '../api/generated';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { site } from '../lib/site';
import { siteKey } from '../lib/siteKey';
import { fetchSite } from './siteData';

const AnnouncementNotice = lazyWithRetry(() => import('./AnnouncementNotice'), { isOptional: true });

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
      <Suspense>
        {shown && <AnnouncementNotice key={idOf(shown)} announcement={shown} dismiss={() => dismiss(shown)} />}
      </Suspense>
    </div>
  );
}
