import { useEffect, useRef } from 'react';
import { useSWRConfig } from 'swr';
import type { Page } from '../../../api/client';
import type { QuestionCard } from '../../../api/generated';
import { pluralize } from '../../../lib/pluralize';
import { useCacheEditor } from '../../../lib/useCacheEditor';
import { isListOfCommunity, type ListQuery, questionListKey } from '../keys';
import { insertNewQuestions, useNewQuestions } from '../newQuestions';

/** Returns whether an element contains the focus. */
export const hasFocus = (element: Element | null) => element?.contains(document.activeElement) ?? false;

type Props = {
  list: ListQuery;
  /** The list's first page, once it is fetched. */
  first: Page<QuestionCard> | undefined;
  /** Returns whether an arriving question may be inserted at once. An empty list inserts it anyway. */
  mayInsert: () => boolean;
};

/**
 * Inserts the questions that arrive while the list is shown, or offers them. Those that arrived before are only offered:
 * going back to a list does not move it. The space of the offer is reserved, so that nothing moves.
 */
export function NewQuestions({ list, first, mayInsert }: Props) {
  const arrived = useNewQuestions({ ...list, first });
  const { length: count } = arrived;
  const edit = useCacheEditor();
  const { mutate } = useSWRConfig();
  const previousCount = useRef(count);
  useEffect(() => {
    const isArrival = count > previousCount.current;
    previousCount.current = count;
    if (isArrival && (first?.items.length === 0 || mayInsert()))
      insertNewQuestions(edit, questionListKey(list), arrived);
  });
  const show = () => {
    // All pages, in whatever order.
    void mutate(isListOfCommunity(list.communityId));
    window.scrollTo({ top: 0 });
  };
  return (
    <div role="status">
      {count > 0 && (
        <button type="button" className="btn btn-link p-0" onClick={show}>
          {pluralize(count, 'new question')} – show
        </button>
      )}
    </div>
  );
}
