import { type ReactNode, useReducer } from 'react';
import { useLocation } from 'react-router-dom';
import useSWR from 'swr';
import { getPage, type Page } from '../api/client';
import { ErrorBox } from './ErrorBox';
import { Skeleton } from './Skeleton';

type Props<T> = {
  /** The path of the list's first part. */
  path: string;
  children: (items: T[]) => ReactNode;
  /** What stands in place of a list without items. */
  empty: ReactNode;
  /** What is said when a part cannot be fetched. */
  failed: string;
};

/** How many parts of a list an entry of the history has shown: going back finds its place again. */
const shownParts = new Map<string, number>();

/** A list that grows by one part of what the server has whenever one asks for more. */
export function PagedList<T>(props: Props<T>) {
  const place = `${useLocation().key} ${props.path}`;
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const parts = shownParts.get(place) ?? 1;
  const more = () => {
    shownParts.set(place, parts + 1);
    redraw();
  };
  return <Part {...props} parts={parts} more={more} />;
}

/** One part of the list, and those after it. */
function Part<T>(props: Props<T> & { parts: number; more: () => void }) {
  const { path, parts, more, children, empty, failed } = props;
  const { data, error, mutate } = useSWR<Page<T>, unknown>(path, getPage, { keepPreviousData: true });
  if (error && !data) return <ErrorBox error={error} text={failed} retry={() => void mutate()} />;
  if (!data) return <Skeleton />;
  if (!data.items.length) return empty;
  return (
    <>
      {children(data.items)}
      {data.next && parts > 1 && <Part {...props} path={data.next} parts={parts - 1} empty={null} />}
      {data.next && parts === 1 && (
        <div className="text-center py-3">
          <button type="button" className="btn btn-outline-secondary" onClick={more}>
            Load more
          </button>
        </div>
      )}
    </>
  );
}
