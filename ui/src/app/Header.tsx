import { Link, useMatch } from 'react-router-dom';
import { PlusIcon } from '../components/icons';
import { Logo } from '../components/Logo';
import { routes } from '../lib/routes';
import { site } from '../lib/site';
import { Account } from './Account';
import styles from './Header.module.css';
import { NotificationBell } from './NotificationBell';
import { SearchBox } from './SearchBox';

/** The number of characters from which on a title needs more than one line on a phone. */
const longTitle = 12;

/** Shows the site's title, the search and what is the user's own. On a phone, `BottomTabs` has the rest. */
export function Header() {
  const isAsking = useMatch(routes.newQuestion.pattern) !== null;
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <Link
          to={routes.questions.to()}
          className={`${styles.title} ${site.title.length > longTitle ? styles.long : ''}`}
        >
          <Logo size={30} />
          <span>{site.title}</span>
        </Link>
        <SearchBox />
        <div className={styles.actions}>
          {!isAsking && (
            <Link to={routes.newQuestion.to()} className={`btn btn-primary btn-sm ${styles.ask}`}>
              <PlusIcon />
              Ask
            </Link>
          )}
          <NotificationBell />
          <div className={styles.account}>
            <Account />
          </div>
        </div>
      </div>
    </header>
  );
}
