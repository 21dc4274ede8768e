import { Suspense } from 'react';
import { lazily } from '../components/lazily';

const UnreadInMenu = lazily(() => import('./UnreadInMenu'), { isExtra: true });

/** The number of what is new behind the menu. It comes after the page that is shown. */
export function MenuBadge() {
  return (
    <Suspense>
      <UnreadInMenu />
    </Suspense>
  );
}
