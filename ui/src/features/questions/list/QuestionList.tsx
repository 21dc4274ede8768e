import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { Page } from '../../../api/client';
import type { QuestionCard as Card } from '../../../api/generated';
import { lazily } from '../../../components/lazily';
import { PagedList } from '../../../components/PagedList';
import { useListPart } from '../../../components/useListPart';
import { counted } from '../../../lib/counted';
import { listAddress, listPath, type Order, orders, questionsFailed } from '../api';
import { useNewQuestions } from '../newQuestions';
import { QuestionCard } from './QuestionCard';
import styles from './QuestionList.module.css';
import { useFinder } from './useFinder';

// Most lists need none of these.
const NothingFound = lazily(() => import('./NothingFound'));
const AboutSearch = lazily(() => import('./AboutSearch'), { isExtra: true });

const isOrder = (order: string | null): order is Order => order !== null && Object.hasOwn(orders, order);

/** The orders of a list: only what a search finds can be more or less relevant. */
const ordersOf = (search: string) =>
  (Object.keys(orders) as Order[]).filter((order) => order !== 'relevance' || search !== '');

/** The questions that the address asks for: with a tag, found by a search, in an order. All of them, or a community's. */
export function QuestionList({ communityId }: { communityId?: string }) {
  const [query, setQuery] = useSearchParams();
  const [tag, search] = [query.get('tag') ?? '', query.get('search')?.trim() ?? ''];
  const asked = query.get('order');
  const order = isOrder(asked) && ordersOf(search).includes(asked) ? asked : 'newest';
  const path = listPath({ order, tag, search, communityId });
  const { page, isCurrent } = useListPart<Card>(path, { live: true });
  const find = useFinder(page ? searchedFor(page) : '', { parts: page?.match === 'any' });

  const setOrder = (order: Order) => {
    setQuery((query) => {
      query.set('order', order);
      return query;
    });
  };
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.counts}>
          <p className={`mb-0 ${isCurrent ? 'muted' : styles.old}`} role="status">
            {page ? `${page.total} questions` : ' '}
          </p>
          {search && tag && (
            <p className="mb-0">
              in{' '}
              <Link to={listAddress(communityId)({ search, order })} aria-label={`${tag}: search everywhere instead`}>
                {tag} ×
              </Link>
            </p>
          )}
          <NewQuestions tag={tag} search={search} communityId={communityId} first={isCurrent ? page : undefined} />
        </div>
        <fieldset className={styles.orders} aria-label="Order">
          {ordersOf(search).map((name) => (
            <button
              key={name}
              type="button"
              className={`btn btn-sm btn-outline-secondary ${name === order ? 'active' : ''}`}
              aria-pressed={name === order}
              onClick={() => setOrder(name)}
            >
              {orders[name]}
            </button>
          ))}
        </fieldset>
      </div>
      <Suspense>
        {search && <AboutSearch search={search} page={isCurrent ? page : undefined} communityId={communityId} />}
      </Suspense>
      <PagedList<Card>
        path={path}
        live
        failed={communityId ? 'Error when fetching community questions' : questionsFailed}
        empty={
          <Suspense>
            <NothingFound tag={tag} search={search} communityId={communityId} />
          </Suspense>
        }
      >
        {(cards) => cards.map((card) => <QuestionCard key={card._id} card={card} find={find} />)}
      </PagedList>
    </>
  );
}

/** The search that found what a part of a list shows. */
const searchedFor = ({ path, searchedFor }: Page<Card>) =>
  searchedFor ?? new URLSearchParams(path.slice(path.indexOf('?'))).get('search') ?? '';

/** Offers the questions that were asked meanwhile. It stands where there is room, so that nothing moves. */
function NewQuestions(list: Parameters<typeof useNewQuestions>[0]) {
  const count = useNewQuestions(list);
  const { mutate } = useSWRConfig();
  const show = () => {
    // All parts, in whatever order.
    const call = list.first?.path.replace(/\?.*/, '?') ?? '';
    void mutate((key) => typeof key === 'string' && key.startsWith(call));
    window.scrollTo({ top: 0 });
  };
  return (
    <div role="status">
      {count > 0 && (
        <button type="button" className="btn btn-link p-0" onClick={show}>
          {counted(count, 'new question')} – show
        </button>
      )}
    </div>
  );
}
