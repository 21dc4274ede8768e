import { shortcutKeys } from '../features/preferences/navigation';
import { listenForShortcuts } from '../features/shortcuts/publicShortcuts';
import { isOn } from '../lib/preference';

/** Handles keyboard shortcuts on the public pages until the signal aborts. */
export const listenForPublicShortcuts = (signal: AbortSignal) => listenForShortcuts(() => isOn(shortcutKeys), signal);
