import { onOrOff, preference } from '../../lib/preference';

export const voiceModes = ['automatic', 'on click', 'off'] as const;

/** When the site listens for spoken commands: by itself, when it is asked to, or never. */
export const voiceMode = preference('voice', voiceModes, 'automatic');

/** Whether combinations of keys lead to pages. */
export const shortcutKeys = onOrOff('shortcuts', true);
