import type { Page } from '../../api/client';
import type { User } from '../../api/generated';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { isUser } from '../../lib/userKey';
import { isAuthoredBy, isContributionsOf, isUserList } from './keys';

/** Shows a changed profile. */
export function userUpdated(edit: CacheEditor, user: User) {
  edit<User>(isUser(user.username), () => user, 'reload');
  edit<Page<User>>(isUserList, (page) =>
    page.items.some(({ _id }) => _id === user._id)
      ? { ...page, items: page.items.map((known) => (known._id === user._id ? user : known)) }
      : page,
  );
}

/** Fetches the contributions, posts and counts of users who wrote or deleted something. */
export function invalidateContributions(mutate: Refetch, authors: string[]) {
  void mutate(isContributionsOf(authors));
  void mutate(isAuthoredBy(authors));
  for (const author of new Set(authors)) void mutate(isUser(author));
}

/** Fetches what changes when a user is created or deleted: their own page, and every list of users. */
export function userAddedOrDeleted(mutate: Refetch, { username }: User) {
  void mutate(isUser(username));
  void mutate(isUserList);
}
