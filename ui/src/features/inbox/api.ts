import { patch } from '../../api/client';
import { type InboxKind, isInboxData, type MutableKind, mutedKindsKey } from '../../components/inbox/keys';
import type { Refetch } from '../../lib/useCacheEditor';

/** The message if the inbox cannot be marked as read. */
export const readError = 'Error clearing notifications';

/** Marks the entries up to one as read, or all. */
export const markInboxRead = (upTo?: string) => patch<boolean>('/inbox/markInboxRead', { upTo }, readError);

/** Marks one entry as read. */
export const markEntryRead = (kind: InboxKind, id: string) =>
  patch<boolean>('/inbox/markEntryRead', { kind, id }, 'Error marking notification as viewed');

/** The message if a kind of entries cannot be muted or shown again. */
export const muteError = 'Error while muting';

/** Mutes a kind of entries, or shows it again. */
export async function setMutedKind(mutate: Refetch, kind: MutableKind, muted: boolean) {
  const kinds = await patch<MutableKind[]>('/inbox/setMutedKind', { kind, muted }, muteError);
  await mutate(mutedKindsKey, kinds, { revalidate: false });
  await mutate(isInboxData).catch(() => undefined);
}
