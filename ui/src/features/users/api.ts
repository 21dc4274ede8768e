import { del, patch, post } from '../../api/client';
import type { BlockReply, DeliveryChoice, DeliveryPreferences, MailSettings, Session, User } from '../../api/generated';
import { withPassword } from '../../lib/passwordPrompt';

export const updateBiography = (username: string, biography: string) =>
  patch<User>('/user/updateBiography', { username, biography }, 'Error when updating biography');

export const resetPassword = (username: string, password: string) =>
  withPassword((confirmation) =>
    patch<User>('/user/resetPassword', { username, password, ...confirmation }, 'Error when resetting password'),
  );

/** Deletes the viewer's account. `posts` says what happens to their posts. */
export const deleteUser = (username: string, posts: 'keep' | 'remove') =>
  withPassword((confirmation) =>
    del<User>(
      `/user/deleteUser/${encodeURIComponent(username)}`,
      { posts, ...confirmation },
      'Error when deleting user',
    ),
  );

export const blockUser = (userId: string) => post<BlockReply>('/user/blockUser', { userId });

export const unblockUser = (userId: string) => post<BlockReply>('/user/unblockUser', { userId });

export const endSession = (id: string) =>
  withPassword((confirmation) => del<Session[]>(`/user/endSession/${encodeURIComponent(id)}`, confirmation));

export const endOtherSessions = () =>
  withPassword((confirmation) => post<Session[]>('/user/endOtherSessions', confirmation ?? {}));

/** Sends a link to an address, which becomes the viewer's when they use it. */
export const setMailAddress = (address: string) =>
  withPassword((confirmation) => patch<MailSettings>('/user/setMailAddress', { address, ...confirmation }));

export const removeMailAddress = () =>
  withPassword((confirmation) => del<MailSettings>('/user/removeMailAddress', confirmation));

export const chooseDelivery = (choice: DeliveryChoice, wanted: boolean) =>
  patch<DeliveryPreferences>('/user/chooseDelivery', { ...choice, wanted });

/** The time zone in which a user lives, and their quiet hours in minutes after midnight. */
export type DeliveryTimes = Pick<DeliveryPreferences, 'timeZone' | 'quietFrom' | 'quietTo'>;

export const setDeliveryTimes = (times: DeliveryTimes) => patch<DeliveryPreferences>('/user/setDeliveryTimes', times);

/** The path of the data export. */
export const dataPath = '/user/getData';
