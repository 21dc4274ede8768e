import type { ScopedMutator } from 'swr';
import type { Page } from '../../api/client';
import type { User, UserUpdate } from '../../api/generated';
import { userPath } from './api';

/** A user signed up, changed his profile or left. */
export function changed(mutate: ScopedMutator, user: User, change: UserUpdate['type']) {
  const isList = (key: unknown) => typeof key === 'string' && key.startsWith('/user/getUsers?');
  if (change === 'updated') {
    void mutate<User>(userPath(user.username), (known) => known && user, { revalidate: false });
    void mutate<Page<User>>(
      isList,
      (page) => page && { ...page, items: page.items.map((known) => (known._id === user._id ? user : known)) },
      { revalidate: false },
    );
    return;
  }
  // Who comes or goes moves the others: the lists are fetched again where they are shown.
  void mutate(isList);
  if (change === 'deleted') void mutate(userPath(user.username));
}
