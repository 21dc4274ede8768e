import { useState } from 'react';
import { Link } from 'react-router-dom';
import { post } from '../api/client';
import { Avatar } from '../components/avatars/Avatar';
import { InlineError } from '../components/InlineError';
import { Icon } from '../components/icons';
import { forgetOpenedPage } from '../lib/openedPage';
import { routes } from '../lib/routes';
import { clearDevice, leaveToLandingPage, useUser } from '../lib/session';
import { site } from '../lib/site';
import styles from './Account.module.css';

/** Returns where the browser logs out at the provider of the session, if it does. */
const providerLogout = () =>
  import('../components/providers/api').then(({ logoutLocation }) => logoutLocation()).catch(() => undefined);

/** Links to the user's profile and logs the user out: in the header, and on a phone behind the last tab. */
export function Account() {
  const { username } = useUser();
  const [isRefused, setRefused] = useState(false);
  // Only after the call: the login page would hide that the session continues.
  const logOut = async () => {
    setRefused(false);
    // While there is a session.
    const elsewhere = site.providers && (await providerLogout());
    post('/user/logout', {}).then(
      async () => {
        forgetOpenedPage();
        if (!elsewhere) return leaveToLandingPage();
        await clearDevice();
        location.href = elsewhere;
      },
      () => setRefused(true),
    );
  };
  return (
    <div className={styles.account}>
      <Link to={routes.user.to(username)} className={styles.action}>
        <Avatar seed={username} />
        View Profile
      </Link>
      <Link to={routes.settings.to()} className={styles.action} aria-label="Settings" title="Settings">
        <Icon d="M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5" />
      </Link>
      <button type="button" className={styles.action} onClick={logOut}>
        Log out
      </button>
      {/* Over the page, so that the button does not move between two presses. */}
      <div className={styles.error}>
        <InlineError error={isRefused ? 'You could not be logged out. Please try again.' : null} />
      </div>
    </div>
  );
}
