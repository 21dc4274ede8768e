import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import { getPage, type Page } from '../../api/client';
import type { QuestionCard as Card } from '../../api/generated';
import { Empty } from '../../components/Empty';
import { ErrorBox } from '../../components/ErrorBox';
import { Skeleton } from '../../components/Skeleton';
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
      <div className={styles.head}>
        <h1>{title}</h1>
        <Link to={routes.newQuestion.to()} className="btn btn-primary">
          Ask a Question
        </Link>
      </div>
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
      <Cards path={path} search={search} />
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

/** How many parts of a list this entry of the history has shown: going back finds its place again. */
const shownParts = new Map<string, number>();

function Cards({ path, search }: { path: string; search: string }) {
  const place = `${useLocation().key} ${path}`;
  const [parts, setParts] = useState(shownParts.get(place) ?? 1);
  useEffect(() => setParts(shownParts.get(place) ?? 1), [place]);
  const more = () => {
    shownParts.set(place, parts + 1);
    setParts(parts + 1);
  };
  return <Part path={path} parts={parts} more={more} empty={<NothingFound search={search} />} />;
}

/** One part of the list, and those after it. */
function Part(props: { path: string; parts: number; more: () => void; empty: ReactNode }) {
  const { path, parts, more, empty } = props;
  const { data, error, mutate } = useSWR<Page<Card>, unknown>(path, getPage, { keepPreviousData: true });
  if (error && !data) {
    return <ErrorBox error={error} text="Error when fetching or filtering questions" retry={() => void mutate()} />;
  }
  if (!data) return <Skeleton />;
  if (!data.items.length) return empty;
  return (
    <>
      {data.items.map((card) => (
        <QuestionCard key={card._id} card={card} />
      ))}
      {data.next && parts > 1 && <Part path={data.next} parts={parts - 1} more={more} empty={null} />}
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
