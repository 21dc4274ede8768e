import { Link } from 'react-router-dom';
import useSWR from 'swr';
import type { MailSettings } from '../api/generated';
import { mailSettingsKey } from '../features/users/keys';
import { fetchKey } from '../lib/cacheKeys';
import { routes } from '../lib/routes';
import { useUser } from '../lib/session';
import styles from './SecurityNotices.module.css';

/** Tells the user that mails to their address are refused, until they confirm one. */
export function MailRefused() {
  const { username } = useUser();
  const { data } = useSWR<MailSettings, unknown>(mailSettingsKey, fetchKey);
  if (!data?.isRefused) return null;
  return (
    <section aria-label="Refused mails" className={styles.notice}>
      <p className="mb-0">
        <strong>
          Mails to <bdi>{data.address}</bdi> are refused.
        </strong>{' '}
        You get none that you have chosen until you{' '}
        <Link to={routes.user.to(username)}>confirm your address again</Link>.
      </p>
    </section>
  );
}
