import { Link } from 'react-router-dom';
import type { QuestionCard as Card } from '../../../api/generated';
import { ErrorBox } from '../../../components/ErrorBox';
import { Skeleton } from '../../../components/Skeleton';
import { useListPart } from '../../../components/useListPart';
import { counted } from '../../../lib/counted';
import { routes } from '../../../lib/routes';
import { listPath, questionsFailed } from '../api';
import NothingFound from './NothingFound';
import { QuestionCard } from './QuestionCard';
import styles from './TaggedQuestions.module.css';

/** How many are shown; the list has them all. */
const shown = 3;

/** The newest questions with a tag, and the way to all of them. */
export function TaggedQuestions({ tag }: { tag: string }) {
  const { page, error, retry } = useListPart<Card>(listPath({ order: 'newest', tag, search: '' }), { live: true });
  return (
    <section className={styles.section} aria-labelledby="tagged">
      <div className={styles.head}>
        <h2 id="tagged">
          <bdi>{tag}</bdi>
        </h2>
        {page && page.total > 0 && (
          <Link to={routes.questions.to({ tag })}>
            {page.total > shown ? `All ${page.total} questions` : counted(page.total, 'question')} with this tag
          </Link>
        )}
      </div>
      {page ? (
        page.items.slice(0, shown).map((card) => <QuestionCard key={card._id} card={card} />)
      ) : error ? (
        <ErrorBox error={error} text={questionsFailed} retry={retry} />
      ) : (
        <Skeleton rows={shown} />
      )}
      {page?.total === 0 && <NothingFound tag={tag} search="" />}
    </section>
  );
}
