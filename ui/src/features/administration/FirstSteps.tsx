import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Setting, SettingKey } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { CheckIcon, Icon } from '../../components/icons';
import { routes } from '../../lib/routes';
import { site } from '../../lib/site';
import styles from './FirstSteps.module.css';
import type { StepFacts } from './steps';
import { type SettingProps, useSave } from './useSave';

type Props = SettingProps & {
  of: (key: SettingKey) => Setting;
  /** What is known so far. */
  facts: StepFacts;
  /** Whether the list disappears when everything is done, without being dismissed. */
  isBrief?: boolean;
};

const settings = (part: string) => `${routes.administration.to('settings')}#${part}-heading`;

/** Lists what a new site needs, with what is done, until an administrator dismisses it. */
export function FirstSteps({ of, facts, isBrief = false, ...props }: Props) {
  const { health, counts, members, administrators, moderators } = facts;
  const { busy, error, store } = useSave(props);
  const isChosen = (key: SettingKey) => Boolean(of(key).changedAt ?? of(key).fixedBy);
  /** Undefined until it is known. */
  const done = {
    title: isChosen('title'),
    signup: isChosen('signup'),
    address: health?.hasBaseUrl,
    backup: health && isRecent(health.lastBackup?.content?.createdAt),
    mail: site.features.mail ? counts && counts.sent > 0 : false,
    rules: Boolean(of('rules').value),
    pages: Boolean(of('privacy').value && of('contact').value),
    people: members === undefined ? undefined : members > 1,
    staff: administrators === undefined ? undefined : administrators + (moderators ?? 0) > 1,
  };
  if (isBrief && Object.values(done).every((isDone) => isDone !== false)) return null;
  return (
    <section aria-labelledby="first-steps" className="mb-4">
      <h2 id="first-steps">Set up the site</h2>
      <ul className={`${styles.steps} list-unstyled`}>
        <Step isDone={done.title}>
          <Link to={settings('general')}>Give the site a title</Link>
        </Step>
        <Step isDone={done.signup}>
          <Link to={settings('general')}>Decide who may sign up</Link>
        </Step>
        <Step isDone={done.address}>
          <Link to={routes.administration.to('health')}>Set the address of the site in the configuration</Link>
        </Step>
        <Step isDone={done.backup}>
          <Link to={routes.administration.to('backups')}>Create a backup</Link>
        </Step>
        <Step isDone={done.mail}>
          {site.features.mail ? (
            <Link to={settings('mail')}>Send a test mail</Link>
          ) : (
            <>
              <Link to={settings('mail')}>Set a mail server</Link>, so that members are notified of answers and can
              reset their password
            </>
          )}
        </Step>
        <Step isDone={done.rules}>
          <Link to={settings('texts')}>Write rules</Link>
        </Step>
        <Step isDone={done.pages}>
          <Link to={settings('texts')}>Write the privacy and contact pages</Link>
        </Step>
        <Step isDone={done.people}>
          <Link to={routes.administration.to()}>Invite people</Link>
        </Step>
        <Step isDone={done.staff}>
          <Link to={routes.administration.to()}>Make a second person a moderator or an administrator</Link>
        </Step>
      </ul>
      <button
        type="button"
        className="btn btn-sm btn-outline-secondary"
        aria-disabled={busy}
        onClick={() => store(false)}
      >
        Dismiss this list
      </button>
      <InlineError error={error} />
    </section>
  );
}

/** Returns whether a time is at most a week ago. */
const isRecent = (time: string | undefined) => time !== undefined && Date.now() - Date.parse(time) < 7 * 86_400_000;

/** A step; `isDone` is undefined until it is known. */
function Step({ isDone, children }: { isDone: boolean | undefined; children: ReactNode }) {
  return (
    <li className={`d-flex gap-2 ${isDone ? 'muted' : ''}`}>
      {isDone ? <CheckIcon /> : <Icon d="M12 5.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13" />}
      <span>
        {isDone !== undefined && <span className="visually-hidden">{isDone ? 'Done: ' : 'To do: '}</span>}
        {children}
      </span>
    </li>
  );
}
