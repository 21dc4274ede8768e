import { booleanPreference, preference } from '../../lib/preference';

export const voiceModes = ['automatic', 'on click', 'off'] as const;

/** When the site listens for voice commands: automatically, on request, or never. */
export const voiceMode = preference('voice', voiceModes, 'automatic');

/** Whether keyboard shortcuts are on. */
export const shortcutKeys = booleanPreference('shortcuts', true);
