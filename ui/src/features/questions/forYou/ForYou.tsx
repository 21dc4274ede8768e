import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { QuestionCard as Card } from '../../../api/generated';
import { ErrorMessage } from '../../../components/ErrorMessage';
import { routes } from '../../../lib/routes';
import { questionsError } from '../api';
import { QuestionCard } from '../list/QuestionCard';
import { QuestionListSkeleton } from '../list/QuestionListSkeleton';
import { FirstSteps } from './FirstSteps';
import styles from './ForYou.module.css';
import { useForYou } from './useForYou';

type Props = {
  /** The questions that the page shows already. */
  shownAbove: string[];
};

/** Shows the new and the unanswered questions with the viewer's tags, and the first steps of a newcomer. */
export default function ForYou({ shownAbove }: Props) {
  const { data, error, mutate } = useForYou();
  if (!data) {
    return error ? (
      <ErrorMessage error={error} text={questionsError} retry={() => void mutate()} />
    ) : (
      <QuestionListSkeleton rows={3} />
    );
  }
  const { items, newIds, tags, hasAsked, hasAnswered } = data;
  // The starred ones are in their own box.
  const shown = items.filter(({ _id, starred }) => !starred && !shownAbove.includes(_id));
  return (
    <>
      <FirstSteps hasAsked={hasAsked} hasAnswered={hasAnswered} />
      <Section
        title="New for you"
        cards={shown.filter(({ _id }) => newIds.includes(_id))}
        tags={tags}
        empty={
          <>
            <p className="muted mb-2">
              {tags.length > 0
                ? 'You have opened every new question with your tags.'
                : 'New questions with the tags that you ask, answer and star in appear here.'}
            </p>
            <Link to={routes.tags.to()} className="btn btn-outline-secondary btn-sm">
              Browse the tags
            </Link>
          </>
        }
      />
      {tags.length > 0 && (
        <Section
          title="Unanswered you could answer"
          cards={shown.filter(({ _id }) => !newIds.includes(_id))}
          tags={[]}
          empty={
            <>
              <p className="muted mb-2">No more questions with your tags wait for an answer.</p>
              <Link to={routes.questions.to({ order: 'unanswered' })} className="btn btn-outline-secondary btn-sm">
                All unanswered questions
              </Link>
            </>
          }
        />
      )}
    </>
  );
}

type SectionProps = { title: string; cards: Card[]; tags: string[]; empty: ReactNode };

/** The number of tags that are named beside a title. */
const maxTags = 5;

function Section({ title, cards, tags, empty }: SectionProps) {
  return (
    // Receives the focus of removed content.
    <section className={styles.section} aria-label={title} tabIndex={-1}>
      <div className={styles.header}>
        <h2>{title}</h2>
        {tags.length > 0 && (
          <span className="small muted">
            <bdi>{tags.slice(0, maxTags).join(', ')}</bdi>
          </span>
        )}
      </div>
      {cards.length > 0 ? (
        cards.map((card) => <QuestionCard key={card._id} card={card} />)
      ) : (
        <div className={styles.empty}>{empty}</div>
      )}
    </section>
  );
}
