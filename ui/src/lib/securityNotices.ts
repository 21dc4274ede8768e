import type { SecurityNotice } from '../api/generated';

/** What others did. A login with a new device is in the inbox only. */
export type OthersDoing = Exclude<SecurityNotice['kind'], 'newDevice'>;

/** What they did, before their name. */
export const doneToSignIn: Record<OthersDoing, string> = {
  mailServer: 'The mail server of this site was set',
  signInReset: 'Your login was reset',
  secondFactorReset: 'Your two-factor login was reset',
};
