import { useLayoutEffect, useState } from 'react';
import { Link, matchPath, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { post } from '../api/client';
import { InlineError } from '../components/InlineError';
import { MenuIcon } from '../components/icons';
import { Logo } from '../components/Logo';
import { dropRelevance } from '../lib/dropRelevance';
import { routes } from '../lib/routes';
import { leaveToLandingPage, useUser } from '../lib/session';
import { site } from '../lib/site';
import { useSearchParamInput } from '../lib/useSearchParamInput';
import styles from './Header.module.css';
import { MenuBadge } from './MenuBadge';

export function Header({ onMenu }: { onMenu: () => void }) {
  const user = useUser();
  const [isRefused, setRefused] = useState(false);
  // Only after the call: the login page would hide that the session continues.
  const logOut = () => {
    setRefused(false);
    post('/user/logout', {}).then(
      () => leaveToLandingPage(),
      () => setRefused(true),
    );
  };
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <button type="button" className={`btn btn-link ${styles.menu}`} onClick={onMenu}>
          <MenuIcon />
          <span className="visually-hidden">Open navigation</span>
          <span className={styles.badge}>
            <MenuBadge />
          </span>
        </button>
        <Link to={routes.questions.to()} className={styles.title}>
          <Logo />
          <span>{site.title}</span>
        </Link>
        <SearchInput />
        {/* Before the buttons, which must not move between two presses. */}
        <InlineError error={isRefused ? 'You could not be logged out. Please try again.' : null} />
        <div className={styles.actions}>
          <Link to={routes.user.to(user.username)} className="btn btn-outline-secondary btn-sm">
            View Profile
          </Link>
          <button type="button" className="btn btn-outline-secondary btn-sm" onClick={logOut}>
            Log out
          </button>
        </div>
      </div>
    </header>
  );
}

/** Searches as the user types on the question list; elsewhere Enter opens the list. */
function SearchInput() {
  const navigate = useNavigate();
  // `matchPath`, not `===`: the router ignores case and a trailing slash.
  const onList = matchPath(routes.questions.pattern, useLocation().pathname) !== null;
  const [text, setText] = useSearchParamInput('search', onList, dropRelevance);
  const isReturn = useNavigationType() === 'POP';
  const search = useSearchParams()[0].get('search');
  // The box is in sight wherever the list is: what is searched for begins at the top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search goes there, and nothing else
  useLayoutEffect(() => {
    if (onList && !isReturn) scrollTo(0, 0);
  }, [search]);
  return (
    <search className={styles.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!onList) navigate(routes.questions.to({ search: text.trim() }));
        }}
      >
        <input
          type="search"
          className="form-control form-control-sm"
          dir="auto"
          placeholder="Search Questions..."
          aria-label="Search Questions"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </search>
  );
}
