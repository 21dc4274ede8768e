import { useLayoutEffect } from 'react';
import { Link, matchPath, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { PlusIcon, SearchIcon } from '../components/icons';
import { Logo } from '../components/Logo';
import { dropRelevance } from '../lib/dropRelevance';
import { routes } from '../lib/routes';
import { site } from '../lib/site';
import { useSearchParamInput } from '../lib/useSearchParamInput';
import { Account } from './Account';
import styles from './Header.module.css';
import { NotificationBell } from './NotificationBell';

/** Shows the site's title, the search and what is the user's own. On a phone, `BottomTabs` has the rest. */
export function Header() {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Link to={routes.questions.to()} className={styles.title}>
          <Logo size={30} />
          <span>{site.title}</span>
        </Link>
        <SearchInput />
        <div className={styles.actions}>
          <Link to={routes.newQuestion.to()} className="btn btn-primary btn-sm">
            <PlusIcon />
            Ask
          </Link>
          <NotificationBell />
          <div className={styles.account}>
            <Account />
          </div>
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
        <SearchIcon />
        <input
          type="search"
          className="form-control"
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
