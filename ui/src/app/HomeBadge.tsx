import { Suspense } from 'react';
import { lazily } from '../components/lazily';

const UnreadOnHome = lazily(() => import('./UnreadOnHome'), { isExtra: true });

/** The number of what is new on the home page. It comes after the page that is shown. */
export function HomeBadge() {
  return (
    <Suspense>
      <UnreadOnHome />
    </Suspense>
  );
}
