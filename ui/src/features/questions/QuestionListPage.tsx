import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import { getPage, type Page } from '../../api/client';
import type { QuestionCard as Card } from '../../api/generated';
import { Empty } from '../../components/Empty';
import { PagedList } from '../../components/PagedList';
import { PageHead } from '../../components/PageHead';
import { usePageTitle } from '../../components/usePageTitle';
import { routes } from '../../lib/routes';
import { listPath, type Order, orders } from './api';
import { forgetNew, useNewQuestions } from './newQuestions';
import { QuestionCard } from './QuestionCard';
import styles from './QuestionListPage.module.css';
import { StreakPopup } from './StreakPopup';

const isOrder = (order: string | null): order is Order => order !== null && order in orders;

/** All questions, those with a tag, or those that a search finds. */
export default function QuestionListPage() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('order');
  const order = isOrder(asked) ? asked : 'newest';
  const [tag, search] = [query.get('tag') ?? '', query.get('search')?.trim() ?? ''];
  const title = search ? 'Search Results' : tag || 'All Questions';
  usePageTitle(title);

  const path = listPath({ order, tag, search });
  const first = useSWR<Page<Card>, unknown>(path, getPage, { keepPreviousData: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is fetched anew, with all that is new
  useEffect(forgetNew, [path]);

  const setOrder = (order: Order) => {
    setQuery((query) => {
      query.set('order', order);
      return query;
    });
  };
  return (
    <>
      <PageHead title={title}>
        <Link to={routes.newQuestion.to()} className="btn btn-primary">
          Ask a Question
        </Link>
      </PageHead>
      <div className={styles.bar}>
        <p className="muted mb-0" role="status">
          {first.data ? `${first.data.total} questions` : ' '}
        </p>
        <fieldset className={styles.orders} aria-label="Order">
          {Object.entries(orders).map(([name, text]) => (
            <button
              key={name}
              type="button"
              className={`btn btn-sm btn-outline-secondary ${name === order ? 'active' : ''}`}
              aria-pressed={name === order}
              onClick={() => setOrder(name as Order)}
            >
              {text}
            </button>
          ))}
        </fieldset>
      </div>
      <NewQuestions tag={tag} search={search} />
      <PagedList<Card>
        path={path}
        failed="Error when fetching or filtering questions"
        empty={<NothingFound search={search} />}
      >
        {(cards) => cards.map((card) => <QuestionCard key={card._id} card={card} />)}
      </PagedList>
      <StreakPopup />
    </>
  );
}

/** Offers the questions that were asked meanwhile. */
function NewQuestions(list: { tag: string; search: string }) {
  const count = useNewQuestions(list);
  const { mutate } = useSWRConfig();
  const show = () => {
    forgetNew();
    void mutate((key) => typeof key === 'string' && key.startsWith('/question/getQuestion?'));
    window.scrollTo({ top: 0 });
  };
  return (
    <div role="status" className={styles.fresh}>
      {count > 0 && (
        <button type="button" className="btn btn-link" onClick={show}>
          {count === 1 ? '1 new question' : `${count} new questions`} – show
        </button>
      )}
    </div>
  );
}

function NothingFound({ search }: { search: string }) {
  return (
    <Empty title="No Questions Found">
      {search ? (
        <Link to={routes.questions.to()}>Clear the search</Link>
      ) : (
        <Link to={routes.newQuestion.to()}>Ask the first one</Link>
      )}
    </Empty>
  );
}
