import { useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../api/client';
import { LinkButton } from '../components/LinkButton';
import { Logo } from '../components/Logo';
import { paths } from '../lib/paths';
import { leave, useUser } from '../lib/session';
import { site } from '../lib/site';
import styles from './Header.module.css';
import { SearchBox } from './SearchBox';

/** Logo, title, search, and what concerns one's own account. */
export function Header({ onMenu }: { onMenu: () => void }) {
  const user = useUser();
  const [failed, setFailed] = useState(false);
  const logOut = () =>
    call('POST', '/user/logout', {}).then(
      () => leave(),
      () => setFailed(true),
    );
  return (
    <header className={styles.header}>
      <button className={`btn btn-outline-secondary btn-sm ${styles.menu}`} type="button" onClick={onMenu}>
        <svg width="18" height="18" viewBox="0 0 18 18" stroke="currentColor" strokeWidth="2" aria-hidden="true">
          <path d="M1 4h16M1 9h16M1 14h16" />
        </svg>
        <span className="visually-hidden">Navigation</span>
      </button>
      <Link className={styles.title} to={paths.home}>
        <Logo size={28} />
        <span>{site.title}</span>
      </Link>
      <SearchBox />
      <div className={styles.account}>
        {failed && (
          <span className="error m-0" role="alert">
            Could not log out.
          </span>
        )}
        <button className="btn btn-outline-secondary btn-sm" type="button" onClick={logOut}>
          Log out
        </button>
        <LinkButton className="btn btn-primary btn-sm" to={paths.user.to(user.username)}>
          View Profile
        </LinkButton>
      </div>
    </header>
  );
}
