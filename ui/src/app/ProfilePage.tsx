import { Suspense } from 'react';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { Skeleton } from '../components/Skeleton';
import { Follows } from '../features/following/Follows';
import { Settings } from '../features/preferences/Settings';
import { Profile } from '../features/users/Profile';
import { site } from '../lib/site';

const DeliverySettingsPage = lazyWithRetry(() => import('../features/users/DeliverySettingsPage'));
const ThisDevice = lazyWithRetry(() => import('../features/push/ThisDevice'));

/**
 * Shows a user's profile. The viewer's own profile includes the settings of this browser, and what they watch, and leads to
 * the page about deliveries.
 */
export default function ProfilePage({ isDeliveries = false }) {
  if (isDeliveries)
    return (
      <Suspense fallback={<Skeleton rows={5} />}>
        <DeliverySettingsPage />
      </Suspense>
    );
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
