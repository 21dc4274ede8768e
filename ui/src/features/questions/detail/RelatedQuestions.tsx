import { useId } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { LinkedQuestion, QuestionCard } from '../../../api/generated';
import { TitleText } from '../../../components/TitleText';
import { fetchKey } from '../../../lib/cacheKeys';
import { pluralize } from '../../../lib/pluralize';
import { routes } from '../../../lib/routes';
import { AnswerSummary } from '../AnswerSummary';
import { duplicatesKey, relatedKey } from '../keys';
import styles from '../Rail.module.css';

/** Lists the questions that are related to a question, without the duplicates that its page already lists. */
export function RelatedQuestions({ qid }: { qid: string }) {
  const heading = useId();
  // A failed fetch shows none: they are optional.
  const { data: related = [] } = useSWR<QuestionCard[], unknown>(relatedKey(qid), fetchKey);
  const { data: linked = [], isLoading } = useSWR<LinkedQuestion[], unknown>(duplicatesKey(qid), fetchKey);
  const cards = isLoading ? [] : related.filter(({ _id }) => !linked.some((other) => other._id === _id));
  if (!cards.length) return null;
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>Related questions</h2>
      <ul className={styles.questions}>
        {cards.map((card) => (
          <li key={card._id}>
            <Link to={routes.question.to(card._id)} dir="auto">
              <TitleText parts={[card.title]} />
            </Link>
            <AnswerSummary {...card} /> · {pluralize(card.score, 'vote')}
          </li>
        ))}
      </ul>
    </section>
  );
}
