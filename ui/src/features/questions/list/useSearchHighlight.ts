import { useEffect, useState } from 'react';
import type { RangeFinder } from '../../../lib/highlightRanges';

/**
 * Returns a finder for the words of a search, or for some of them with `allowPartial`, once its
 * module is loaded. Undefined without a search.
 */
export function useSearchHighlight(
  search: string,
  { allowPartial }: { allowPartial: boolean },
): RangeFinder | undefined {
  const [find, setFind] = useState<RangeFinder>();
  useEffect(() => {
    if (!search) return;
    let isCurrent = true;
    import('../../../lib/searchHighlight').then(
      ({ createSearchHighlighter }) => isCurrent && setFind(() => createSearchHighlighter(search, { allowPartial })),
      () => undefined, // results show without highlights too
    );
    return () => {
      isCurrent = false;
      setFind(undefined);
    };
  }, [search, allowPartial]);
  return find;
}
