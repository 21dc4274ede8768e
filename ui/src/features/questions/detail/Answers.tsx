import { useId } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { Question } from '../../../api/generated';
import { counted } from '../../../lib/counted';
import { isId } from '../../../lib/isId';
import { AnswerPost } from './AnswerPost';
import styles from './Answers.module.css';
import { type AnswerOrder, answerOrders, inOrder, isAnswerOrder } from './answerOrder';
import { useAcceptance } from './useAcceptance';
import { useNamed } from './useNamed';
import { usePlaces } from './usePlaces';

/** The answers to a question, in the order that the reader chose. The address can name one of them. */
export function Answers({ question, isFresh }: { question: Question; isFresh: boolean }) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('answers');
  const order = isAnswerOrder(asked) ? asked : 'score';
  const places = usePlaces(question.answers, order, (answers) => inOrder(answers, order, question.acceptedAnswerId));
  const acceptance = useAcceptance(question);
  const shown = places.map(({ item }) => item._id);
  const named = useNamed(shown);
  const wanted = useLocation().hash.slice(1);
  // What was read before may lack one that was written since.
  const isAbsent = isFresh && isId(wanted) && !shown.includes(wanted);
  const choose = (order: AnswerOrder) => setQuery(order === 'score' ? {} : { answers: order }, { replace: true });
  return (
    <>
      <div className={styles.head}>
        <h2>{counted(question.answerCount, 'answer')}</h2>
        {question.answers.length > 1 && <OrderSelect order={order} choose={choose} />}
      </div>
      <p role="status" className="muted mb-0">
        {isAbsent && 'The answer that this link leads to is not here any more.'}
      </p>
      {places.map(({ item, isGone }) => (
        <AnswerPost
          key={item._id}
          question={question}
          answer={item}
          acceptance={acceptance}
          isGone={isGone}
          isNamed={item._id === named}
        />
      ))}
    </>
  );
}

function OrderSelect({ order, choose }: { order: AnswerOrder; choose: (order: AnswerOrder) => void }) {
  const id = useId();
  return (
    <div className={styles.order}>
      <label htmlFor={id} className="small muted">
        Sort answers
      </label>
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
