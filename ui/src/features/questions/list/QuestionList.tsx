import { type ReactNode, Suspense, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import useSWR from 'swr';
import type { QuestionCard as Card } from '../../../api/generated';
import { Choices } from '../../../components/Choices';
import { lazyWithRetry } from '../../../components/lazyWithRetry';
import { PagedList } from '../../../components/PagedList';
import { usePage } from '../../../components/usePage';
import { fetchKey } from '../../../lib/cacheKeys';
import { reveal } from '../../../lib/reveal';
import { listAddress, type Order, orders, type Period, periods } from '../api';
import { pinnedKey, questionListKey } from '../keys';
import railStyles from '../Rail.module.css';
import { useHasRail } from '../useHasRail';
import { hasFocus, NewQuestions } from './NewQuestions';
import { QuestionCard } from './QuestionCard';
import styles from './QuestionList.module.css';
import { QuestionListSkeleton } from './QuestionListSkeleton';

// Most lists need none of these.
const NoResults = lazyWithRetry(() => import('./NoResults'));
const ListRail = lazyWithRetry(() => import('./ListRail'), { isOptional: true });
const RelatedTags = lazyWithRetry(() => import('./RelatedTags'), { isOptional: true });
const SearchDetails = lazyWithRetry(() => import('./SearchDetails'), { isOptional: true });

/** Returns the orders of a list: only search results have a relevance. */
const ordersOf = (search: string): Partial<typeof orders> => {
  const { relevance, ...others } = orders;
  return search ? orders : others;
};

const isOrderOf = (search: string, order: string | null): order is Order =>
  order !== null && Object.hasOwn(ordersOf(search), order);

const periodOf = (asked: string | null): Period =>
  asked !== null && Object.hasOwn(periods, asked) ? (asked as Period) : 'all';

type Props = {
  heading: ReactNode;
  /** What can be done here, at the other end of the heading. */
  action: ReactNode;
  communityId?: string;
  /** Whether only a button loads more of them. */
  isLoadedOnDemand?: boolean | undefined;
  /** Shown between the heading and the list. */
  children?: ReactNode;
};

/**
 * Lists the questions that the address selects by tag, search and order: all questions, or those of
 * a community. Without an order, search results are ordered by relevance.
 */
export function QuestionList({ heading, action, communityId, isLoadedOnDemand, children }: Props) {
  const [query, setQuery] = useSearchParams();
  const [tag, search] = [query.get('tag') ?? '', query.get('search')?.trim() ?? ''];
  const asked = query.get('order');
  const chosen = isOrderOf(search, asked) ? asked : '';
  const order = chosen || (search ? 'relevance' : 'newest');
  const period = order === 'votes' ? periodOf(query.get('period')) : undefined;
  const list = { order, period, tag, search, communityId } as const;
  const listKey = questionListKey(list);
  const hasRail = useHasRail() && !communityId;
  const cards = useRef<HTMLDivElement>(null);
  const { page, isCurrent } = usePage<Card>(listKey, { live: true });
  // A failed fetch shows none.
  const { data: pinned = [] } = useSWR<Card[], unknown>(search ? null : pinnedKey(tag, communityId), fetchKey);

  /** Returns the cards of questions. Those that are pinned stand above the list, and not in it too. */
  const cardsOf = (items: Card[], isPinned = false) =>
    items
      .filter(({ _id }) => isPinned || !pinned.some((card) => card._id === _id))
      .map((card) => (
        <QuestionCard key={card._id} card={card} isInCommunity={Boolean(communityId)} isPinned={isPinned} />
      ));
  const setOrder = (order: Order, period?: string) => {
    setQuery((query) => {
      query.set('order', order);
      query.delete('period');
      if (period) query.set('period', period);
      return query;
    });
  };
  return (
    <div className={communityId ? undefined : railStyles.columns}>
      <div>
        <div className={styles.header}>
          <div className={styles.heading}>
            {heading}
            <div className={styles.counts}>
              <p className={`mb-0 ${isCurrent ? 'muted' : styles.stale}`} role="status">
                {page ? `${page.total} questions` : ' '}
              </p>
              {search && tag && (
                <p className="mb-0">
                  in{' '}
                  <Link
                    to={listAddress(communityId)({ search, order: chosen })}
                    aria-label={`${tag}: search everywhere instead`}
                  >
                    {tag} ×
                  </Link>
                </p>
              )}
              <NewQuestions
                key={listKey.path}
                list={list}
                first={isCurrent ? page : undefined}
                // Nothing moves under a reader.
                mayInsert={() => order === 'newest' && scrollY <= 0 && !hasFocus(cards.current)}
              />
            </div>
          </div>
          {action}
        </div>
        {children}
        {tag && !search && !communityId && (
          <div className={styles.details}>
            <Suspense>
              <RelatedTags tag={tag} cards={isCurrent && page ? page.items : []} />
            </Suspense>
          </div>
        )}
        <Choices label="Order" names={ordersOf(search)} chosen={order} choose={setOrder}>
          {order === 'votes' && (
            <select
              ref={reveal}
              aria-label="Period"
              value={period}
              onChange={({ target }) => setOrder(order, target.value)}
            >
              {Object.entries(periods).map(([period, name]) => (
                <option key={period} value={period}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Choices>
        <Suspense>
          {search && <SearchDetails search={search} page={isCurrent ? page : undefined} communityId={communityId} />}
        </Suspense>
        <div ref={cards}>
          {pinned.length > 0 && <section aria-label="Pinned questions">{cardsOf(pinned, true)}</section>}
          <PagedList<Card>
            listKey={listKey}
            live
            isLoadedOnDemand={isLoadedOnDemand}
            skeleton={<QuestionListSkeleton />}
            empty={
              <Suspense>
                <NoResults tag={tag} search={search} communityId={communityId} suggestion={page?.suggestion} />
              </Suspense>
            }
          >
            {(items) => cardsOf(items)}
          </PagedList>
        </div>
      </div>
      <Suspense>{hasRail && <ListRail shown={[...(page?.items ?? []), ...pinned]} />}</Suspense>
    </div>
  );
}
