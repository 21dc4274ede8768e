import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { QuestionCard as Card } from '../../../api/generated';
import { Choices } from '../../../components/Choices';
import { ErrorMessage } from '../../../components/ErrorMessage';
import { FollowButton } from '../../../components/following/FollowButton';
import { usePage } from '../../../components/usePage';
import { pluralize } from '../../../lib/pluralize';
import { routes } from '../../../lib/routes';
import { type Order, orders, questionsError } from '../api';
import { questionListKey } from '../keys';
import { hasFocus, NewQuestions } from './NewQuestions';
import NoResults from './NoResults';
import { QuestionCard } from './QuestionCard';
import { QuestionListSkeleton } from './QuestionListSkeleton';
import styles from './TaggedQuestions.module.css';

const { relevance, ...shownOrders } = orders;

/** Shows the first page of the questions with a tag in the order that the viewer chooses, and a link to all of them. */
export function TaggedQuestions({ tag }: { tag: string }) {
  const [order, setOrder] = useState<Order>('newest');
  const list = { order, tag, search: '' } as const;
  const { page, isCurrent, error, retry } = usePage<Card>(questionListKey(list), { live: true });
  const section = useRef<HTMLElement>(null);
  return (
    <section ref={section} className={styles.section} aria-labelledby="tagged">
      <div className={styles.header}>
        <h2 id="tagged">
          <bdi>{tag}</bdi>
        </h2>
        <NewQuestions
          key={tag}
          list={list}
          first={isCurrent ? page : undefined}
          mayInsert={() => order === 'newest' && !hasFocus(section.current)}
        />
        {page && page.total > 0 && (
          <Link to={routes.questions.to({ tag })}>
            {page.next ? `All ${page.total} questions` : pluralize(page.total, 'question')} with this tag
          </Link>
        )}
        <FollowButton kind="tag" object={tag} />
      </div>
      <Choices label="Order" names={shownOrders} chosen={order} choose={setOrder} />
      {page ? (
        page.items.map((card) => <QuestionCard key={card._id} card={card} />)
      ) : error ? (
        <ErrorMessage error={error} text={questionsError} retry={retry} />
      ) : (
        <QuestionListSkeleton rows={3} />
      )}
      {page?.total === 0 && <NoResults tag={tag} search="" />}
    </section>
  );
}
