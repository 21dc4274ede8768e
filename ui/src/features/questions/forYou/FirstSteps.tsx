import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { MailSettings } from '../../../api/generated';
import { CheckIcon } from '../../../components/icons';
import { fetchKey } from '../../../lib/cacheKeys';
import { firstSteps } from '../../../lib/firstSteps';
import { mailSettingsKey } from '../../../lib/mailSettings';
import { booleanPreference, useIsOn } from '../../../lib/preference';
import { routes } from '../../../lib/routes';
import { useUser } from '../../../lib/session';
import { site } from '../../../lib/site';
import styles from './ForYou.module.css';

/** Whether this browser offers mails about answers. */
const mailOffer = booleanPreference('stoa.mailOffer', true);

type Step = { title: string; text: string; to: string; isDone: boolean; refuse?: () => void };

/** Leads a newcomer through the first steps, until they have asked and answered or dismissed the steps. */
export function FirstSteps({ hasAsked, hasAnswered }: { hasAsked: boolean; hasAnswered: boolean }) {
  const { username, biography } = useUser();
  const isShown = useIsOn(firstSteps);
  const isMailOffered = useIsOn(mailOffer) && site.features.mail;
  const { data: mail } = useSWR<MailSettings, unknown>(isShown && isMailOffered && mailSettingsKey, fetchKey);
  if (!isShown || (hasAsked && hasAnswered)) return null;
  const steps: (Step | undefined)[] = [
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
      text: 'Someone is waiting for what you know.',
      to: routes.questions.to({ order: 'unanswered' }),
      isDone: hasAnswered,
    },
    mail && {
      title: 'Hear when someone answers you',
      text: 'Add an e-mail address, which no other user sees.',
      to: `${routes.settings.to('account')}#mail`,
      isDone: mail.address !== undefined,
      refuse: () => mailOffer.set('false'),
    },
  ];
  return (
    <section className={styles.section} aria-label="First steps">
      <div className={styles.header}>
        <h2>First steps</h2>
        <button type="button" className="btn btn-link p-0" onClick={() => firstSteps.set('false')}>
          Dismiss
        </button>
      </div>
      <ol className={styles.steps}>
        {steps
          .filter((step) => step !== undefined)
          .map(({ title, text, to, isDone, refuse }, index) => (
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
                {refuse && !isDone && (
                  <button type="button" className="btn btn-link btn-sm p-0" onClick={refuse}>
                    No, thanks
                  </button>
                )}
              </div>
            </li>
          ))}
      </ol>
    </section>
  );
}
