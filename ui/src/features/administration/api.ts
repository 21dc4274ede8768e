import { del, patch, post } from '../../api/client';
import type {
  AddedBotToken,
  AddedHook,
  AdminCommunityView,
  Backup,
  BotView,
  BulkRemoval,
  DeliveryCounts,
  MailedInvitation,
  NewInvitation,
  PasswordLink,
  Removal,
  Setting,
  SettingValue,
  SiteMail,
  TestMailResult,
  User,
} from '../../api/generated';
import type { NewToken } from '../../components/apiTokens';
import { withPassword } from '../../lib/passwordPrompt';

const call = (name: string) => `/administration/${name}`;

export const disableUser = (userId: string) =>
  withPassword((confirmation) => post<User>(call('disableUser'), { userId, ...confirmation }));
export const enableUser = (userId: string) => post<User>(call('enableUser'), { userId });
export const promoteUser = (userId: string) =>
  withPassword((confirmation) => post<User>(call('promoteUser'), { userId, ...confirmation }));
export const appointModerator = (userId: string) =>
  withPassword((confirmation) => post<User>(call('appointModerator'), { userId, ...confirmation }));
export const dismissModerator = (userId: string) =>
  withPassword((confirmation) => post<User>(call('dismissModerator'), { userId, ...confirmation }));
export const demoteUser = (userId: string) =>
  withPassword((confirmation) => post<User>(call('demoteUser'), { userId, ...confirmation }));
export const resetSignIn = (userId: string) =>
  withPassword((confirmation) => post<PasswordLink>(call('resetSignIn'), { userId, ...confirmation }));
export const resetSecondFactor = (userId: string) =>
  withPassword((confirmation) => post<User>(call('resetSecondFactor'), { userId, ...confirmation }));
export const createInvitation = (note: string, days: number) =>
  withPassword((confirmation) => post<NewInvitation>(call('createInvitation'), { note, days, ...confirmation }));
export const createInvitations = (notes: string[], days: number) =>
  withPassword((confirmation) => post<NewInvitation[]>(call('createInvitations'), { notes, days, ...confirmation }));
export const mailInvitations = (addresses: string[], days: number) =>
  withPassword((confirmation) =>
    post<MailedInvitation[]>(call('mailInvitations'), { addresses, days, ...confirmation }),
  );
export const revokeInvitation = (id: string) => del<string>(call(`revokeInvitation/${encodeURIComponent(id)}`));
export const endSession = (id: string) => del<string>(call(`endSession/${encodeURIComponent(id)}`));
export const archiveCommunity = (id: string) => post<AdminCommunityView>(call(`archiveCommunity/${id}`), {});
export const unarchiveCommunity = (id: string) => post<AdminCommunityView>(call(`unarchiveCommunity/${id}`), {});
export const restorePost = (id: string) => post<Removal>(call('restorePost'), { id });
export const deleteUser = (userId: string, withPosts: boolean) =>
  withPassword((confirmation) => post<User>(call('deleteUser'), { userId, withPosts, ...confirmation }));
export const renameUser = (userId: string, newUsername: string) =>
  withPassword((confirmation) => post<User>(call('renameUser'), { userId, newUsername, ...confirmation }));
export const mergeUser = (userId: string, intoUserId: string) =>
  withPassword((confirmation) => post<User>(call('mergeUser'), { userId, intoUserId, ...confirmation }));
/** Adds a bot, which posts in the community with this name only; without one, on the whole site. */
export const addBot = (username: string, community: string) =>
  withPassword((confirmation) => post<BotView[]>(call('addBot'), { username, community, ...confirmation }));
export const takeOverBot = (id: string) => post<BotView[]>(call(`takeOverBot/${id}`), {});
/** Adds an API token of a bot. Returns the token, which no other reply has. */
export const addBotToken = (botId: string, wanted: NewToken) =>
  withPassword((confirmation) => post<AddedBotToken>(call('addBotToken'), { botId, ...wanted, ...confirmation }));
export const revokeBotToken = (id: string) => del<BotView[]>(call(`revokeBotToken/${id}`));
/** Gives a bot another incoming hook. Returns the path of its address, which no other reply has. */
export const addIncomingHook = (botId: string, tags: string[]) =>
  withPassword((confirmation) => post<AddedHook>(call('addIncomingHook'), { botId, tags, ...confirmation }));
export const removeIncomingHook = (id: string) => del<BotView[]>(call(`removeIncomingHook/${id}`));
export const resendDelivery = (id: string) => post<DeliveryCounts>(call('resendDelivery'), { id });
export const removePicture = (id: string, reason: string) => post<unknown>(call('removePicture'), { id, reason });
export const createBackup = () =>
  withPassword((confirmation) => post<Backup>(call('createBackup'), confirmation ?? {}));
/** Changes a setting, unless it has changed since `setting` was fetched. Null: to its default. Returns all settings. */
export const changeSetting = ({ key, value: before }: Setting, value: SettingValue | null) =>
  withPassword((confirmation) =>
    patch<Setting[]>(call('setSettings'), { changes: [{ key, before, value }], ...confirmation }),
  );
/** Sets the mail server, unless it has changed since `before`. Null: the site sends no mail. An empty password keeps the present one. */
export const setMail = (before: SiteMail | null, value: SiteMail | null, mailPassword: string) =>
  withPassword((confirmation) =>
    patch<Setting[]>(call('setMail'), { before, value, ...(mailPassword && { mailPassword }), ...confirmation }),
  );
/** Sends a test mail to an address; an empty one stands for the user's own. */
export const sendTestMail = (address: string) =>
  withPassword((confirmation) => post<TestMailResult>(call('sendTestMail'), { address, ...confirmation }));
/** Removes all accounts that signed up in a time span (ISO 8601), with their posts. */
export const removeNewUsers = (since: string, until: string, reason: string) =>
  withPassword((confirmation) => post<BulkRemoval>(call('removeNewUsers'), { since, until, reason, ...confirmation }));
export const undoBulkRemoval = (id: string) => post<BulkRemoval>(call('undoBulkRemoval'), { id });
