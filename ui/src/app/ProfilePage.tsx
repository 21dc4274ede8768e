import { type ComponentType, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { Skeleton } from '../components/Skeleton';
import { Follows } from '../features/following/Follows';
import { Settings } from '../features/preferences/Settings';
import { Profile } from '../features/users/Profile';
import type { SettingsPage } from '../lib/routes';
import { site } from '../lib/site';
import { NotFound } from './NotFound';

const ThisDevice = lazyWithRetry(() => import('../features/push/ThisDevice'));

const settingsPages: Record<SettingsPage, ComponentType> = {
  notifications: lazyWithRetry(() => import('../features/users/DeliverySettingsPage')),
  files: lazyWithRetry(() => import('../features/pictures/MyFilesPage')),
  moderation: lazyWithRetry(() => import('../features/moderationLog/OwnLogPage')),
  drafts: lazyWithRetry(() => import('../features/drafts/DraftsPage')),
};

const isSettingsPage = (part: string): part is SettingsPage => Object.hasOwn(settingsPages, part);

/**
 * Shows a user's profile, or a page with settings or drafts of the viewer's account. The viewer's own profile includes the settings of
 * this browser, and what they watch, and leads to these pages.
 */
export default function ProfilePage() {
  const { part } = useParams();
  if (part !== undefined) {
    if (!isSettingsPage(part)) return <NotFound />;
    const Page = settingsPages[part];
    return (
      <Suspense fallback={<Skeleton rows={5} />}>
        <Page />
      </Suspense>
    );
  }
  return (
    <Profile
      settings={
        <>
          <Settings />
          {site.features.push && (
            <Suspense fallback={<Skeleton rows={2} />}>
              <ThisDevice />
            </Suspense>
          )}
          <Follows />
        </>
      }
    />
  );
}
