import { Link } from 'react-router-dom';
import { CheckIcon } from '../../../components/icons';
import { firstSteps } from '../../../lib/firstSteps';
import { useIsOn } from '../../../lib/preference';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import styles from './ForYou.module.css';

/** Leads a newcomer through the first steps, until they have asked and answered or put the steps away. */
export function FirstSteps({ hasAsked, hasAnswered }: { hasAsked: boolean; hasAnswered: boolean }) {
  const { username, biography } = useUser();
  const isShown = useIsOn(firstSteps);
  if (!isShown || (hasAsked && hasAnswered)) return null;
  const steps = [
    {
      title: 'Introduce yourself',
      text: 'A few words in your biography tell others what you know.',
      to: routes.user.to(username),
      isDone: biography.trim() !== '',
    },
    {
      title: 'Ask your first question',
      text: 'Its tags tell us what is new for you.',
      to: routes.newQuestion.to(),
      isDone: hasAsked,
    },
    {
      title: 'Answer one',
      text: 'Someone waits for what you know.',
      to: routes.questions.to({ order: 'unanswered' }),
      isDone: hasAnswered,
    },
  ];
  return (
    <section className={styles.section} aria-label="First steps">
      <div className={styles.header}>
        <h2>First steps</h2>
        <button type="button" className="btn btn-link p-0" onClick={() => firstSteps.set('false')}>
          Put away
        </button>
      </div>
      <ol className={styles.steps}>
        {steps.map(({ title, text, to, isDone }, index) => (
          <li key={title} className={`${styles.step} ${isDone ? styles.done : ''}`}>
            <span className={styles.number} aria-hidden="true">
              {isDone ? <CheckIcon /> : index + 1}
            </span>
            <div>
              {isDone ? (
                <b>
                  {title}
                  <span className="visually-hidden"> (done)</span>
                </b>
              ) : (
                <Link to={to}>{title}</Link>
              )}
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
