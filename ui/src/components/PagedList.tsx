import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { continuationOf, type PageKey } from '../lib/cacheKeys';
import { ErrorMessage } from './ErrorMessage';
import styles from './PagedList.module.css';
import { Skeleton } from './Skeleton';
import { usePage } from './usePage';

type Props<T> = {
  /** The key of the list's first page. */
  listKey: PageKey;
  children: (items: T[]) => ReactNode;
  /** Replaces an empty list. */
  empty: ReactNode;
  /** Shown while a page loads. */
  skeleton?: ReactNode;
  /** The message if a page of the list cannot be fetched. By default that of the key. */
  errorText?: string;
  /** Whether events keep the list up to date (see `usePage`). */
  live?: boolean;
  /** Whether only the button loads the next page, so that what is below the list can be reached. */
  isLoadedOnDemand?: boolean | undefined;
  /** Whether the list changes without events (see `usePage`). */
  revalidateOnFocus?: boolean;
};

/**
 * The number of pages that each entry of the history has shown. It lets going back restore the
 * position.
 */
const shownPageCounts = new Map<string, number>();

/** A list that loads its next page when its end comes near. */
export function PagedList<T>(props: Props<T>) {
  const { path } = props.listKey;
  const place = `${useLocation().key} ${path}`;
  const [shown, setShown] = useState({ path, parts: shownPageCounts.get(place) ?? 1 });
  if (shown.path !== path) setShown({ path, parts: shownPageCounts.get(place) ?? 1 });
  useEffect(() => void shownPageCounts.set(place, shown.parts), [place, shown]);
  const more = useCallback(() => setShown(({ path, parts }) => ({ path, parts: parts + 1 })), []);
  const [status, setStatus] = useState('');
  return (
    <>
      <Part {...props} isFirst parts={shown.parts} more={more} announceStatus={setStatus} />
      <p role="status" className="visually-hidden">
        {status}
      </p>
    </>
  );
}

type PartProps<T> = Props<T> & {
  isFirst: boolean;
  /** The number of pages to show, this one included. */
  parts: number;
  more: () => void;
  /** Announces changes of the list to screen readers. */
  announceStatus: (status: string) => void;
};

/** Renders one page of the list and the pages after it. */
function Part<T>(props: PartProps<T>) {
  const {
    listKey,
    isFirst,
    parts,
    more,
    announceStatus,
    children,
    empty,
    skeleton = <Skeleton />,
    errorText = listKey.logMessage,
    live,
    revalidateOnFocus,
  } = props;
  const { page, isCurrent, error, retry } = usePage<T>(listKey, { live, revalidateOnFocus });
  const isAwaited = !isFirst && !isCurrent && !error;
  useEffect(() => {
    if (!isAwaited) return;
    announceStatus('Loading more…');
    return () => announceStatus('');
  }, [isAwaited, announceStatus]);

  if (error && !isCurrent) return <ErrorMessage error={error} text={errorText} retry={retry} />;
  if (!page) return skeleton;
  // The end of another list says nothing about this one. A page that is fetched again keeps the
  // pages after it meanwhile.
  const hasTail = isCurrent || !isFirst;
  return (
    <>
      <div className={isCurrent ? styles.items : styles.stale} aria-busy={!isCurrent}>
        {page.items.length ? children(page.items) : empty}
      </div>
      {hasTail && page.next && (
        // The button disappears when it is pressed or comes near: the focus moves to its
        // replacement.
        <div tabIndex={-1}>
          {parts > 1 ? (
            <Part
              {...props}
              listKey={continuationOf(listKey, page.next)}
              isFirst={false}
              parts={parts - 1}
              empty={null}
            />
          ) : (
            <More load={more} isAutomatic={!props.isLoadedOnDemand} />
          )}
        </div>
      )}
      {hasTail && !page.next && !isFirst && <p className="muted text-center py-3 mb-0">That is all.</p>}
    </>
  );
}

/** The distance of the list's end below the screen at which more is loaded. */
const loadAheadMargin = '800px';

/** Loads more when it comes near, if it is automatic, or else by its button. */
function More({ load, isAutomatic }: { load: () => void; isAutomatic: boolean }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isAutomatic) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load(), {
      rootMargin: `0px 0px ${loadAheadMargin}`,
    });
    if (root.current) observer.observe(root.current);
    return () => observer.disconnect();
  }, [load, isAutomatic]);
  return (
    <div ref={root} className="text-center py-3">
      <button type="button" className="btn btn-outline-secondary" onClick={load}>
        Load more
      </button>
    </div>
  );
}
