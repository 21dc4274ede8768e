import { Fragment, useId } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { Answer, Question } from '../../../api/generated';
import { isId } from '../../../lib/isId';
import { pluralize } from '../../../lib/pluralize';
import { useUser } from '../../../lib/session';
import { useVisit } from '../unread/useVisit';
import { AnswerPost } from './AnswerPost';
import styles from './Answers.module.css';
import { type AnswerOrder, answerOrders, isAnswerOrder, sortAnswers } from './answerOrder';
import { useAcceptance } from './useAcceptance';
import { useAnchorHighlight } from './useAnchorHighlight';
import { useStableOrder } from './useStableOrder';

/**
 * Lists the answers in the selected order. The address can name one of them. Answers that are new since the viewer's last
 * visit follow the others, oldest first, below a line.
 */
export function Answers({ question, isFresh }: { question: Question; isFresh: boolean }) {
  const { username } = useUser();
  const { isKnown, firstNew } = useVisit(question);
  const [query, setQuery] = useSearchParams();
  const asked = query.get('answers');
  const order = isAnswerOrder(asked) ? asked : 'score';
  // In the order Newest they are the first anyway.
  const isNew = ({ _id, ansBy }: Answer) =>
    firstNew !== undefined && _id >= firstNew && ansBy !== username && order !== 'newest';
  const places = useStableOrder(question.answers, `${order} ${firstNew}`, (answers) => [
    ...sortAnswers(
      answers.filter((answer) => !isNew(answer)),
      order,
      question.acceptedAnswerId,
    ),
    ...sortAnswers(answers.filter(isNew), 'oldest', undefined),
  ]);
  const firstBelow = places.find(({ item }) => isNew(item))?.item;
  const acceptance = useAcceptance(question);
  const shown = places.map(({ item }) => item._id);
  // Not before the answers have their places.
  const named = useAnchorHighlight(isKnown ? shown : []);
  const wanted = useLocation().hash.slice(1);
  const comments = [question, ...question.answers].flatMap(({ comments }) => comments);
  // Cached data may lack a newer answer or comment.
  const isAbsent = isFresh && isId(wanted) && !shown.includes(wanted) && !comments.some(({ _id }) => _id === wanted);
  const choose = (order: AnswerOrder) => setQuery(order === 'score' ? {} : { answers: order }, { replace: true });
  return (
    <>
      <div className={styles.header}>
        <h2>{pluralize(question.answerCount, 'answer')}</h2>
        {question.answers.length > 1 && <OrderSelect order={order} choose={choose} />}
      </div>
      {!places.length && !question.closedAt && <p className={styles.none}>No answers yet.</p>}
      <p role="status" className="muted mb-0">
        {isAbsent && 'The answer or comment that you followed a link to no longer exists.'}
      </p>
      {places.map(({ item, isDeleted }) => (
        <Fragment key={item._id}>
          {item === firstBelow && (
            <p className={styles.unread}>
              <span>new since your last visit</span>
            </p>
          )}
          <AnswerPost
            question={question}
            answer={item}
            acceptance={acceptance}
            isDeleted={isDeleted}
            isHighlighted={item._id === named}
          />
        </Fragment>
      ))}
    </>
  );
}

function OrderSelect({ order, choose }: { order: AnswerOrder; choose: (order: AnswerOrder) => void }) {
  const id = useId();
  return (
    <div className={styles.order}>
      <label htmlFor={id}>Sort answers</label>
      <select
        id={id}
        className="form-select form-select-sm"
        value={order}
        onChange={(event) => isAnswerOrder(event.target.value) && choose(event.target.value)}
      >
        {Object.entries(answerOrders).map(([order, name]) => (
          <option key={order} value={order}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
