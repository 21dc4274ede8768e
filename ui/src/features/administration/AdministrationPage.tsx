import type { ComponentType } from 'react';
import { Link, NavLink, useParams } from 'react-router-dom';
import { administratorsOnly, mailNotSetUp, siteModeratorsOnly } from '../../api/sentences';
import choices from '../../components/Choices.module.css';
import { NotFoundMessage } from '../../components/NotFoundMessage';
import { PageHeader } from '../../components/PageHeader';
import { usePageTitle } from '../../components/usePageTitle';
import Webhooks from '../../components/webhooks/Webhooks';
import { reveal } from '../../lib/reveal';
import { type AdministrationSection, routes } from '../../lib/routes';
import { moderatesSite, useUser } from '../../lib/session';
import { site } from '../../lib/site';
import { useFocusRestore } from '../../lib/useFocusRestore';
import { Accounts } from './Accounts';
import styles from './Administration.module.css';
import { AdminLog } from './AdminLog';
import { Backups } from './Backups';
import { Bots } from './Bots';
import { Communities } from './Communities';
import { Deliveries } from './Deliveries';
import { Figures } from './Figures';
import { Health } from './Health';
import { MemberPage } from './MemberPage';
import { Pictures } from './Pictures';
import { RemovedPosts } from './RemovedPosts';
import { RoomWarning } from './RoomWarning';
import { Sanctions } from './Sanctions';
import { Sessions } from './Sessions';
import { SiteSettings } from './SiteSettings';

type Section = {
  part?: AdministrationSection;
  title: string;
  Content: ComponentType;
  /** Whether moderators of the site may use it too. */
  isForModerators?: true;
  /** Whether it shows one thing of another section, so that no contents lead to it. */
  isDetail?: true;
  /** Whether the site has what it shows. Settings change that. */
  isShown?: () => boolean;
  /** What the page says without it. */
  absent?: string;
};

const sections: Section[] = [
  { title: 'Users', Content: Accounts },
  { part: 'settings', title: 'Settings', Content: SiteSettings },
  { part: 'communities', title: 'Communities', Content: Communities },
  { part: 'sign-ins', title: 'Sessions', Content: Sessions },
  { part: 'removed', title: 'Removed posts', Content: RemovedPosts, isForModerators: true },
  { part: 'sanctions', title: 'Sanctions', Content: Sanctions, isForModerators: true },
  { part: 'log', title: 'Log', Content: AdminLog, isForModerators: true },
  { part: 'member', title: 'Account', Content: MemberPage, isForModerators: true, isDetail: true },
  { part: 'figures', title: 'Figures', Content: Figures },
  { part: 'health', title: 'Health', Content: Health },
  { part: 'backups', title: 'Backups', Content: Backups },
  {
    part: 'pictures',
    title: 'Pictures',
    Content: Pictures,
    isShown: () => site.features.pictures !== false,
    absent: 'Pictures are turned off on this site',
  },
  {
    part: 'deliveries',
    title: 'Deliveries',
    Content: Deliveries,
    isShown: () => site.features.mail,
    absent: mailNotSetUp,
  },
  {
    part: 'webhooks',
    title: 'Webhooks',
    Content: Webhooks,
    isShown: () => site.features.webhooks === true,
    absent: 'Webhooks are turned off on this site',
  },
  { part: 'bots', title: 'Bots', Content: Bots },
];

/** Shows the administration in the browser. */
export default function AdministrationPage() {
  const { part } = useParams();
  const root = useFocusRestore<HTMLDivElement>();
  const shown = sections.find((known) => known.part === part);
  usePageTitle(shown ? `${shown.title} · Administration` : 'Administration');
  const user = useUser();
  const mayUse = ({ isForModerators }: Section) =>
    user.isAdministrator || (isForModerators === true && moderatesSite(user));
  const usable = sections.filter((section) => mayUse(section) && section.isShown?.() !== false);
  if (!shown || !mayUse(shown)) {
    const refusal = shown?.isForModerators ? siteModeratorsOnly : administratorsOnly;
    return (
      <NotFoundMessage title={shown ? refusal : 'There is no such page'}>
        <Link
          to={shown ? routes.home.to() : routes.administration.to(usable[0]?.part)}
          className="btn btn-outline-secondary"
        >
          Go back
        </Link>
      </NotFoundMessage>
    );
  }
  if (!usable.includes(shown)) {
    return (
      <NotFoundMessage title={shown.absent ?? ''}>
        <Link to={routes.administration.to('settings')} className="btn btn-outline-secondary">
          Settings of the site
        </Link>
      </NotFoundMessage>
    );
  }
  return (
    <div ref={root}>
      <PageHeader title="Administration" />
      <nav aria-label="Administration" className={`${choices.choices} mb-3`}>
        {usable
          .filter(({ isDetail }) => !isDetail)
          .map(({ part, title }) => (
            <NavLink key={title} ref={title === shown.title ? reveal : null} to={routes.administration.to(part)} end>
              {title}
            </NavLink>
          ))}
      </nav>
      {user.isAdministrator && <RoomWarning />}
      {/* Receives the focus of removed content. */}
      <section aria-label={shown.title} tabIndex={-1} className={styles.section}>
        <shown.Content />
      </section>
    </div>
  );
}
