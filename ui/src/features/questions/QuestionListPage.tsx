import { Link, useSearchParams } from 'react-router-dom';
import type { QuestionCard as Card } from '../../api/generated';
import { LinkButton } from '../../components/LinkButton';
import { LoadMore } from '../../components/LoadMore';
import { Empty, Failure, Skeleton } from '../../components/states';
import { usePageTitle } from '../../lib/pageTitle';
import { paths } from '../../lib/paths';
import { useList } from '../../lib/useList';
import { type Order, orders, questionsPath } from './api';
import type { QuestionList } from './liveQuestions';
import { QuestionCard } from './QuestionCard';
import styles from './QuestionListPage.module.css';

const isOrder = (text: string | null): text is Order => text !== null && Object.hasOwn(orders, text);

/** All questions, those with a tag, or those that a search finds. */
export function Component() {
  const [parameters, setParameters] = useSearchParams();
  const search = (parameters.get('search') ?? '').trim();
  const tag = parameters.get('tag') ?? '';
  const chosen = parameters.get('order');
  const order = isOrder(chosen) ? chosen : 'newest';
  const title = search ? 'Search Results' : tag || 'All Questions';
  usePageTitle(title);

  const questions = useList<Card>(questionsPath(order, { search, tag }));
  const list: QuestionList | undefined = questions.list;

  const choose = (chosen: Order) =>
    setParameters((current) => {
      current.set('order', chosen);
      return current;
    });
  const showArrived = () => {
    void questions.reload();
    window.scrollTo({ top: 0 });
  };
  return (
    <>
      <div className={styles.head}>
        <h1>{title}</h1>
        <LinkButton className="btn btn-primary" to={paths.newQuestion}>
          Ask a Question
        </LinkButton>
      </div>
      <div className={styles.bar}>
        <p className="mb-0" role="status">
          {list && `${list.total} questions`}
        </p>
        <fieldset className={styles.orders}>
          <legend className="visually-hidden">Order</legend>
          {(Object.keys(orders) as Order[]).map((name) => (
            <button key={name} type="button" aria-pressed={name === order} onClick={() => choose(name)}>
              {orders[name]}
            </button>
          ))}
        </fieldset>
      </div>
      <div role="status">
        {list?.arrived && (
          <button className={`btn btn-primary btn-sm ${styles.arrived}`} type="button" onClick={showArrived}>
            {list.arrived.length} new questions – show
          </button>
        )}
      </div>
      {!list && !questions.error && <Skeleton />}
      {!list && questions.error && (
        <Failure
          error={questions.error}
          sentence="Error when fetching or filtering questions"
          onRetry={questions.reload}
        />
      )}
      {list?.items.length === 0 && (
        <Empty title="No Questions Found">
          {search || tag ? (
            <Link to={paths.questions}>Show all questions</Link>
          ) : (
            <p className="muted mb-0">Nobody has asked yet. The first question can be yours.</p>
          )}
        </Empty>
      )}
      {list && list.items.length > 0 && (
        <ul className={styles.list} aria-busy={questions.isValidating}>
          {list.items.map((card) => (
            <li key={card._id}>
              <QuestionCard card={card} />
            </li>
          ))}
        </ul>
      )}
      {list?.next && <LoadMore grow={questions.grow} growing={questions.growing} />}
    </>
  );
}
