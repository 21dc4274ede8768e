import { useRef } from 'react';
import { Link } from 'react-router-dom';
import type { QuestionCard as Card } from '../../../api/generated';
import { ErrorMessage } from '../../../components/ErrorMessage';
import { usePage } from '../../../components/usePage';
import { pluralize } from '../../../lib/pluralize';
import { routes } from '../../../lib/routes';
import { questionsError } from '../api';
import { questionListKey } from '../keys';
import { hasFocus, NewQuestions } from './NewQuestions';
import NoResults from './NoResults';
import { QuestionCard } from './QuestionCard';
import { QuestionListSkeleton } from './QuestionListSkeleton';
import styles from './TaggedQuestions.module.css';

/** The number of questions shown. The list has them all. */
const maxShown = 3;

/** Shows the newest questions with a tag and a link to all of them. */
export function TaggedQuestions({ tag }: { tag: string }) {
  const list = { order: 'newest', tag, search: '' } as const;
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
          mayInsert={() => !hasFocus(section.current)}
        />
        {page && page.total > 0 && (
          <Link to={routes.questions.to({ tag })}>
            {page.total > maxShown ? `All ${page.total} questions` : pluralize(page.total, 'question')} with this tag
          </Link>
        )}
      </div>
      {page ? (
        page.items.slice(0, maxShown).map((card) => <QuestionCard key={card._id} card={card} />)
      ) : error ? (
        <ErrorMessage error={error} text={questionsError} retry={retry} />
      ) : (
        <QuestionListSkeleton rows={maxShown} />
      )}
      {page?.total === 0 && <NoResults tag={tag} search="" />}
    </section>
  );
}
