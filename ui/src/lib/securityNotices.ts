import type { SecurityNotice } from '../api/generated';

/** What others did. A login with a new device and a webhook that is off are in the inbox only. */
export type OthersDoing = Exclude<SecurityNotice['kind'], 'newDevice' | 'webhookOff'>;

/** What they did, before their name. */
export const doneToSignIn: Record<OthersDoing, string> = {
  mailServer: 'The mail server of this site was set',
  signInReset: 'Your login was reset',
  secondFactorReset: 'Your two-factor login was reset',
};
