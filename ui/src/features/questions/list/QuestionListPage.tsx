import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import type { Page } from '../../../api/client';
import type { QuestionCard as Card } from '../../../api/generated';
import { lazily } from '../../../components/lazily';
import { PagedList } from '../../../components/PagedList';
import { PageHead } from '../../../components/PageHead';
import { useListPart } from '../../../components/useListPart';
import { usePageTitle } from '../../../components/usePageTitle';
import { counted } from '../../../lib/counted';
import { routes } from '../../../lib/routes';
import { listPath, type Order, orders } from '../api';
import { useNewQuestions } from '../newQuestions';
import { QuestionCard } from './QuestionCard';
import styles from './QuestionListPage.module.css';
import { useFinder } from './useFinder';

// Most lists need none of these.
const NothingFound = lazily(() => import('./NothingFound'));
const AboutSearch = lazily(() => import('./AboutSearch'), { isExtra: true });
const StreakPopup = lazily(() => import('./StreakPopup'), { isExtra: true });

const isOrder = (order: string | null): order is Order => order !== null && Object.hasOwn(orders, order);

/** The orders of a list: only what a search finds can be more or less relevant. */
const ordersOf = (search: string) =>
  (Object.keys(orders) as Order[]).filter((order) => order !== 'relevance' || search !== '');

/** All questions, those with a tag, or those that a search finds. */
export default function QuestionListPage() {
  const [query, setQuery] = useSearchParams();
  const [tag, search] = [query.get('tag') ?? '', query.get('search')?.trim() ?? ''];
  const asked = query.get('order');
  const order = isOrder(asked) && ordersOf(search).includes(asked) ? asked : 'newest';
  const title = search ? 'Search Results' : tag || 'All Questions';
  usePageTitle(title);

  const path = listPath({ order, tag, search });
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
      <div role="status">
        <Suspense>{query.get('showStreakPopup') === 'true' && <StreakPopup />}</Suspense>
      </div>
      <PageHead title={title}>
        <Link to={routes.newQuestion.to()} className="btn btn-primary">
          Ask a Question
        </Link>
      </PageHead>
      <div className={styles.bar}>
        <div className={styles.counts}>
          <p className={`mb-0 ${isCurrent ? 'muted' : styles.old}`} role="status">
            {page ? `${page.total} questions` : ' '}
          </p>
          {search && tag && (
            <p className="mb-0">
              in{' '}
              <Link to={routes.questions.to({ search, order })} aria-label={`${tag}: search everywhere instead`}>
                {tag} ×
              </Link>
            </p>
          )}
          <NewQuestions tag={tag} search={search} first={isCurrent ? page : undefined} />
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
      <Suspense>{search && <AboutSearch search={search} page={isCurrent ? page : undefined} />}</Suspense>
      <PagedList<Card>
        path={path}
        live
        failed="Error when fetching or filtering questions"
        empty={
          <Suspense>
            <NothingFound tag={tag} search={search} />
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
    void mutate((key) => typeof key === 'string' && key.startsWith('/question/getQuestion?'));
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
