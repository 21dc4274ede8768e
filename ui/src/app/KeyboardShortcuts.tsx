import { Suspense } from 'react';
import { lazyWithRetry } from '../components/lazyWithRetry';
import { shortcutKeys } from '../features/preferences/navigation';
import { useIsOn } from '../lib/preference';

const Shortcuts = lazyWithRetry(() => import('../features/shortcuts/Shortcuts'), { isOptional: true });

/** Handles the keyboard shortcuts, unless they are off. Loads after the page. */
export function KeyboardShortcuts() {
  return (
    useIsOn(shortcutKeys) && (
      <Suspense>
        <Shortcuts />
      </Suspense>
    )
  );
}
