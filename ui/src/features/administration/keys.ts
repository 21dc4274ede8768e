import { type CacheKey, keysOf, type PageKey } from '../../lib/cacheKeys';

const key = (path: string): CacheKey<'administration'> => ({ type: 'administration', path: `/administration/${path}` });

function listKey(name: string, query: Record<string, string> = {}, limit = 50): PageKey<'administration'> {
  const given = Object.entries(query).filter(([, value]) => value);
  return key(`${name}?${new URLSearchParams([...given, ['limit', `${limit}`]])}`);
}

/** The key of what everyone could read. */
export const publicReachKey = key('getPublicReach');

/** The key of the bots. */
export const botsKey: CacheKey<'bots'> = { type: 'bots', path: '/administration/getBots' };

/** The accounts that a list shows. */
export type UserFilter = keyof typeof filters;

const filters = {
  all: {},
  administrators: { role: 'administrator' },
  moderators: { role: 'moderator' },
  disabled: { disabled: 'true' },
  hour: {},
  day: {},
  span: {},
} as const;

/** A time span of sign-ups, in ISO 8601. */
export type SignupSpan = { since: string; until: string };

/** The key of the first page of accounts. */
export const usersKey = (search: string, filter: UserFilter, span: SignupSpan | null = null) =>
  listKey('getUsers', { search, ...filters[filter], ...span });

/** The key of a page of accounts that is asked for their number. */
export const accountsKey = (filter: UserFilter) => listKey('getUsers', filters[filter], 1);

/** The keys of what tells which steps of a new site are done, and of that with the settings: the replies of several calls. */
export const stepFactsKey = key('#stepFacts');
export const stepsKey = key('#steps');

/** The key of the number of accounts that signed up in a time span. */
export const newAccountsKey = (span: SignupSpan) => key(`countNewUsers?${new URLSearchParams(span)}`);

/** The key of the state of sign-ups. */
export const signupsKey = key('getSignups');

/** The key of the removals of new accounts. */
export const bulkRemovalsKey = key('getBulkRemovals');

/** The key of the first page of communities. */
export const communitiesKey = (search: string) => listKey('getCommunities', { search });

/** The key of the first page of sessions. */
export const sessionsKey = (search: string) => listKey('getSessions', { search });

/** The key of the first page of unused invitations. */
export const invitationsKey = listKey('getInvitations');

/** The key of the first page of removed posts. */
export const removalsKey = listKey('getRemovals');

/** The key of the first page of the log: of what a user did and what was done to them, or all of it. */
export const logKey = (user: string) => listKey('getLog', { user });

/** The key of the first page of backups on the server. */
export const backupsKey = listKey('getBackups');

/** The key of the numbers of pictures. */
export const pictureCountsKey = key('getPictureCounts');

/** The key of the first page of a user's pictures. */
export const picturesKey = (username: string) => listKey('getPictures', { username });

/** The key of the first page of mails that could not be sent. */
export const deliveriesKey = listKey('getFailedDeliveries');

/** The key of the numbers of mails. */
export const deliveryCountsKey = key('getDeliveryCounts');

/** The key of the site's settings. */
export const settingsKey = key('getSettings');

/** The key of the figures by week. */
export const figuresKey = key('getFigures');

/** The key of the server's health. */
export const healthKey = key('getHealth');

/** Matches everything that the administration page shows. */
export const isAdministration = keysOf('administration');
