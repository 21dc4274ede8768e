import { Suspense } from 'react';
import { lazily } from '../components/lazily';
import { shortcutKeys } from '../features/preferences/navigation';
import { useIsOn } from '../lib/preference';

const Shortcuts = lazily(() => import('../features/shortcuts/Shortcuts'), { isExtra: true });

/** The keyboard shortcuts, unless they are turned off. They come after the page that is shown. */
export function KeyboardShortcuts() {
  return (
    useIsOn(shortcutKeys) && (
      <Suspense>
        <Shortcuts />
      </Suspense>
    )
  );
}
