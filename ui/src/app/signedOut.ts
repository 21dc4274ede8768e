import { shortcutKeys } from '../features/preferences/navigation';
import { followShortcuts } from '../features/shortcuts/signedOut';
import { isOn } from '../lib/preference';

/** What keys do on the public pages, until the signal. */
export const followKeys = (signal: AbortSignal) => followShortcuts(() => isOn(shortcutKeys), signal);
