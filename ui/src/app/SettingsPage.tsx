import { type ComponentType, Suspense } from 'react';
import { Link, NavLink, useParams } from 'react-router-dom';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { NotFoundMessage } from '../components/NotFoundMessage';
import { PageHeader } from '../components/PageHeader';
import { Skeleton } from '../components/Skeleton';
import { usePageTitle } from '../components/usePageTitle';
import { Follows } from '../features/following/Follows';
import { SavedSearches } from '../features/following/SavedSearches';
import { Settings } from '../features/preferences/Settings';
import { AccountSettings } from '../features/users/AccountSettings';
import { PrivacySettings } from '../features/users/PrivacySettings';
import { reveal } from '../lib/reveal';
import { type SettingsPage as Part, routes } from '../lib/routes';
import { site } from '../lib/site';
import { useFocusRestore } from '../lib/useFocusRestore';
import { NotFound } from './NotFound';
import styles from './SettingsPage.module.css';

const ThisDevice = lazyWithRetry(() => import('../features/push/ThisDevice'));

/** The choices that follow the account, and those of this device. */
function Preferences() {
  usePageTitle('Preferences');
  return (
    <>
      <PageHeader title="Preferences" />
      <Settings />
      {site.features.push && (
        <Suspense fallback={<Skeleton rows={2} />}>
          <ThisDevice />
        </Suspense>
      )}
    </>
  );
}

function Watched() {
  usePageTitle('Watched and muted');
  return (
    <>
      <PageHeader title="Watched and muted" />
      <Follows />
      <SavedSearches />
    </>
  );
}

type Section = { part?: Part; title: string; Content: ComponentType; isOffered?: () => boolean };

const sections: Section[] = [
  { title: 'Preferences', Content: Preferences },
  { part: 'account', title: 'Login and security', Content: AccountSettings },
  {
    part: 'notifications',
    title: 'Notifications',
    Content: lazyWithRetry(() => import('../features/users/DeliverySettingsPage')),
    isOffered: () => site.features.mail || site.features.push === true,
  },
  { part: 'watched', title: 'Watched and muted', Content: Watched },
  { part: 'privacy', title: 'Privacy and data', Content: PrivacySettings },
  { part: 'files', title: 'My files', Content: lazyWithRetry(() => import('../features/pictures/MyFilesPage')) },
  { part: 'drafts', title: 'Drafts', Content: lazyWithRetry(() => import('../features/drafts/DraftsPage')) },
  {
    part: 'moderation',
    title: 'Moderation of your posts',
    Content: lazyWithRetry(() => import('../features/moderationLog/OwnLogPage')),
  },
];

/** Shows one section of the settings and data of the viewer's account, with the contents of all. */
export default function SettingsPage() {
  const root = useFocusRestore<HTMLDivElement>();
  const { part } = useParams();
  const section = sections.find((section) => section.part === part);
  if (!section) return <NotFound />;
  const { Content } = section;
  return (
    <div className={styles.page}>
      <nav aria-label="Settings" className={styles.contents}>
        {sections
          .filter(({ isOffered = () => true }) => isOffered())
          .map(({ part, title }) => (
            <NavLink key={title} ref={title === section.title ? reveal : null} to={routes.settings.to(part)} end>
              {title}
            </NavLink>
          ))}
      </nav>
      <div ref={root} className={styles.content}>
        <Suspense fallback={<Skeleton rows={5} />}>
          {section.isOffered?.() === false ? (
            <NotFoundMessage title="This site sends neither mails nor messages to devices.">
              <Link to={routes.home.to()}>What is new is on your home page</Link>
            </NotFoundMessage>
          ) : (
            <Content />
          )}
        </Suspense>
      </div>
    </div>
  );
}
