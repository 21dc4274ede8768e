import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { AdminUserView, DeliveryCounts, Health, Setting } from '../../api/generated';
import { InlineError } from '../../components/InlineError';
import { CheckIcon, Icon } from '../../components/icons';
import { fetchKey, fetchPage } from '../../lib/cacheKeys';
import { routes } from '../../lib/routes';
import { site } from '../../lib/site';
import styles from './Administration.module.css';
import { deliveryCountsKey, healthKey, usersKey } from './keys';
import { type SettingProps, useSave } from './useSave';

type Props = SettingProps & { title: Setting; rules: Setting };

/** Lists what a new site needs, with what is done, until an administrator dismisses it. */
export function FirstSteps({ title, rules, ...props }: Props) {
  const { data: health } = useSWR<Health, unknown>(healthKey, fetchKey);
  const { data: counts } = useSWR<DeliveryCounts, unknown>(site.features.mail ? deliveryCountsKey : null, fetchKey);
  const administrators = useSWR(['administrators', usersKey('', 'administrators')] as const, ([, key]) =>
    fetchPage<AdminUserView>(key),
  ).data;
  const { busy, error, store } = useSave(props);
  return (
    <section aria-labelledby="first-steps" className="mb-4">
      <h2 id="first-steps">First steps</h2>
      <ul className={`${styles.steps} list-unstyled`}>
        <Step isDone={Boolean(title.changedAt ?? title.fixedBy)}>
          <a href="#general-heading">Give the site a title</a>
        </Step>
        <Step isDone={health && health.missingBaseUrl === undefined}>
          <Link to={routes.administration.to('health')}>Set the address of the site in the configuration</Link>
        </Step>
        <Step isDone={health && health.lastBackup !== undefined}>
          <Link to={routes.administration.to('backups')}>Create a backup</Link>
        </Step>
        {site.features.mail && (
          <Step isDone={counts && counts.sent > 0}>
            <Link to={routes.administration.to('deliveries')}>Send a first mail</Link>, for instance by setting the
            address of your account
          </Step>
        )}
        <Step isDone={Boolean(rules.value)}>
          <a href="#texts-heading">Write rules</a>
        </Step>
        <Step isDone={administrators && administrators.total > 1}>
          <Link to={routes.administration.to()}>Make a second user an administrator</Link>
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
