import { useEffect, useState } from 'react';
import type { Find } from '../../../lib/marks';

/**
 * What finds the words of a search, or `parts` of them, once its code is loaded. Without a search there is nothing to
 * find.
 */
export function useFinder(search: string, { parts }: { parts: boolean }): Find | undefined {
  const [find, setFind] = useState<Find>();
  useEffect(() => {
    if (!search) return;
    let isCurrent = true;
    import('../../../lib/foundWords').then(
      ({ finder }) => isCurrent && setFind(() => finder(search, { parts })),
      () => undefined, // results without marks are results too
    );
    return () => {
      isCurrent = false;
      setFind(undefined);
    };
  }, [search, parts]);
  return find;
}
