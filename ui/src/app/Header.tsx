import { useLayoutEffect, useState } from 'react';
import { Link, matchPath, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { post } from '../api/client';
import { ErrorLine } from '../components/ErrorLine';
import { MenuIcon } from '../components/icons';
import { Logo } from '../components/Logo';
import { routes } from '../lib/routes';
import { dropRelevance } from '../lib/searchParameters';
import { leave, useUser } from '../lib/session';
import { site } from '../lib/site';
import { useTypedParameter } from '../lib/useTypedParameter';
import styles from './Header.module.css';
import { MenuBadge } from './MenuBadge';

export function Header({ onMenu }: { onMenu: () => void }) {
  const user = useUser();
  const [isRefused, setRefused] = useState(false);
  // Not before: the login page would hide that the session goes on.
  const logOut = () => {
    setRefused(false);
    post('/user/logout', {}).then(
      () => leave(),
      () => setRefused(true),
    );
  };
  return (
    <header className={styles.header}>
      <div className={styles.inside}>
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
        <SearchBox />
        {/* Before the buttons, which stay where they are pressed again. */}
        <ErrorLine error={isRefused ? 'You could not be logged out. Please try again.' : null} />
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

/** On the question list the search follows the typing; elsewhere Enter goes to the list. */
function SearchBox() {
  const navigate = useNavigate();
  // Not compared: the router overlooks capitals and a slash at the end.
  const onList = matchPath(routes.questions.pattern, useLocation().pathname) !== null;
  const [text, setText] = useTypedParameter('search', onList, dropRelevance);
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
