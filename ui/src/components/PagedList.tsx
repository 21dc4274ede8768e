import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBox } from './ErrorBox';
import styles from './PagedList.module.css';
import { Skeleton } from './Skeleton';
import { useListPart } from './useListPart';

type Props<T> = {
  /** The path of the list's first part. */
  path: string;
  children: (items: T[]) => ReactNode;
  /** What stands in place of a list without items. */
  empty: ReactNode;
  /** What is said when a part cannot be fetched. */
  failed: string;
  /** What the console says then, if that is something else. */
  logged?: string;
  /** Whether events keep the list up to date (see `useListPart`). */
  live?: boolean;
  /** Whether some of it changes without an event (see `useListPart`). */
  changesUnheard?: boolean;
};

/** How many parts of a list an entry of the history has shown: going back finds its place again. */
const shownParts = new Map<string, number>();

/** A list that grows by one part of what the server has whenever one comes near its end. */
export function PagedList<T>(props: Props<T>) {
  const { path } = props;
  const place = `${useLocation().key} ${path}`;
  const [shown, setShown] = useState({ path, parts: shownParts.get(place) ?? 1 });
  if (shown.path !== path) setShown({ path, parts: shownParts.get(place) ?? 1 });
  useEffect(() => void shownParts.set(place, shown.parts), [place, shown]);
  const more = useCallback(() => setShown(({ path, parts }) => ({ path, parts: parts + 1 })), []);
  const [status, setStatus] = useState('');
  return (
    <>
      <Part {...props} isFirst parts={shown.parts} more={more} tell={setStatus} />
      <p role="status" className="visually-hidden">
        {status}
      </p>
    </>
  );
}

type PartProps<T> = Props<T> & {
  isFirst: boolean;
  /** How many parts are shown, from this one on. */
  parts: number;
  more: () => void;
  /** Tells those who do not see the list what happens to it. */
  tell: (status: string) => void;
};

/** One part of the list, and those after it. */
function Part<T>(props: PartProps<T>) {
  const { path, isFirst, parts, more, tell, children, empty, failed, logged = failed, live, changesUnheard } = props;
  const { page, isCurrent, error, retry } = useListPart<T>(path, { live, changesUnheard, logged });
  const isAwaited = !isFirst && !isCurrent && !error;
  useEffect(() => {
    if (!isAwaited) return;
    tell('Loading more…');
    return () => tell('');
  }, [isAwaited, tell]);

  if (error && !isCurrent) return <ErrorBox error={error} text={failed} retry={retry} />;
  if (!page) return <Skeleton />;
  // The end of another list says nothing of this one's; a part that is fetched anew keeps those after it meanwhile.
  const hasTail = isCurrent || !isFirst;
  return (
    <>
      <div className={isCurrent ? styles.items : styles.old} aria-busy={!isCurrent}>
        {page.items.length ? children(page.items) : empty}
      </div>
      {hasTail && page.next && (
        // The button goes as it is pressed, or as one comes near: the keys go on with what comes in its place.
        <div tabIndex={-1}>
          {parts > 1 ? (
            <Part {...props} path={page.next} isFirst={false} parts={parts - 1} empty={null} />
          ) : (
            <More load={more} />
          )}
        </div>
      )}
      {hasTail && !page.next && !isFirst && <p className="muted text-center py-3 mb-0">That is all.</p>}
    </>
  );
}

/** How far below the screen the end of the list may be when more is loaded. */
const ahead = '800px';

/** Loads more when it comes near; the button is for whom that fails. */
function More({ load }: { load: () => void }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && load(), {
      rootMargin: `0px 0px ${ahead}`,
    });
    if (root.current) observer.observe(root.current);
    return () => observer.disconnect();
  }, [load]);
  return (
    <div ref={root} className="text-center py-3">
      <button type="button" className="btn btn-outline-secondary" onClick={load}>
        Load more
      </button>
    </div>
  );
}
