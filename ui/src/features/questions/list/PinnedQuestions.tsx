import { Link } from 'react-router-dom';
import type { QuestionCard } from '../../../api/generated';
import { TitleText } from '../../../components/TitleText';
import { pluralize } from '../../../lib/pluralize';
import { routes } from '../../../lib/routes';
import styles from './PinnedQuestions.module.css';

/**
 * Shows the questions that are pinned above a list. Those that the list shows are marked there instead: no title
 * stands twice on a page.
 */
export default function PinnedQuestions({ pinned, shown }: { pinned: QuestionCard[]; shown: QuestionCard[] }) {
  const others = pinned.filter(({ _id }) => !shown.some((card) => card._id === _id));
  if (!others.length) return null;
  return (
    <section className={styles.panel} aria-label="Pinned questions">
      <ul>
        {others.map(({ _id, title, answerCount }) => (
          <li key={_id}>
            <span className="muted small">Pinned</span>
            <Link to={routes.question.to(_id)} dir="auto">
              <TitleText parts={[title]} />
            </Link>
            <span className="muted small">{pluralize(answerCount, 'answer')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
