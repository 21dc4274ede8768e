import type { ComponentType } from 'react';
import { Link, NavLink, useParams } from 'react-router-dom';
import { administratorsOnly } from '../../api/sentences';
import { NoPage } from '../../components/NoPage';
import { PageHead } from '../../components/PageHead';
import { usePageTitle } from '../../components/usePageTitle';
import { type AdministrationPart, routes } from '../../lib/routes';
import { useUser } from '../../lib/session';
import { useKeptFocus } from '../../lib/useKeptFocus';
import { Accounts } from './Accounts';
import styles from './Administration.module.css';
import { Backups } from './Backups';
import { Communities } from './Communities';
import { Health } from './Health';
import { Removed } from './Removed';
import { SignIns } from './SignIns';

type Part = { part?: AdministrationPart; title: string; Content: ComponentType };

const parts: Part[] = [
  { title: 'Users', Content: Accounts },
  { part: 'communities', title: 'Communities', Content: Communities },
  { part: 'sign-ins', title: 'Recent sign-ins', Content: SignIns },
  { part: 'removed', title: 'Removed posts', Content: Removed },
  { part: 'health', title: 'Health', Content: Health },
  { part: 'backups', title: 'Backups', Content: Backups },
];

/** What administrators do in their browser. */
export default function AdministrationPage() {
  const { part } = useParams();
  const root = useKeptFocus<HTMLDivElement>();
  const shown = parts.find((known) => known.part === part);
  usePageTitle(shown ? `${shown.title} · Administration` : 'Administration');
  if (!useUser().isAdministrator || !shown) {
    return (
      <NoPage title={shown ? administratorsOnly : 'There is nothing at this address.'}>
        <Link to={shown ? routes.home.to() : routes.administration.to()}>Go back</Link>
      </NoPage>
    );
  }
  return (
    <div ref={root}>
      <PageHead title="Administration" />
      <nav aria-label="Administration" className={styles.parts}>
        {parts.map(({ part, title }) => (
          <NavLink key={title} to={routes.administration.to(part)} end>
            {title}
          </NavLink>
        ))}
      </nav>
      {/* What goes away in it hands the focus to it. */}
      <section aria-label={shown.title} tabIndex={-1} className={styles.part}>
        <shown.Content />
      </section>
    </div>
  );
}
