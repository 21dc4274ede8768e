import type { SettingKey } from '../../api/generated';

/** The names of the settings. */
export const settingNames: Record<SettingKey, string> = {
  title: 'Title',
  signup: 'Sign-up',
  voice: 'Voice navigation',
  games: 'Games',
  chat: 'Chat',
  welcome: 'Welcome text',
  rules: 'Rules',
  terms: 'Terms',
  privacy: 'Privacy',
  contact: 'Contact',
  announcement: 'Announcement',
  firstSteps: 'First steps',
  limitNew: 'Limit new members',
  holdSpam: 'Hold suspected spam',
  blockedWords: 'Blocked words',
  blockedDomains: 'Blocked domains',
  blockedNetworks: 'Blocked networks',
  reputation: 'Reputation',
  badges: 'Badges',
  publicLog: 'Public log',
};
