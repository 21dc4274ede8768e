import type { Page } from '../../api/client';
import type { User } from '../../api/generated';
import type { CacheEditor, Refetch } from '../../lib/useCacheEditor';
import { contributionsOf, userPath } from './api';

const isList = (path: string) => path.startsWith('/user/getUsers?');

/** Whether a path is a user's own, in whatever capitals somebody wrote his name into the address. */
const isOf = (path: string, { username }: User) => path.toLowerCase() === userPath(username).toLowerCase();

/** A user changed his profile. */
export function updated(edit: CacheEditor, user: User) {
  edit<User>(
    (path) => isOf(path, user),
    () => user,
    'reload',
  );
  edit<Page<User>>(isList, (page) =>
    page.items.some(({ _id }) => _id === user._id)
      ? { ...page, items: page.items.map((known) => (known._id === user._id ? user : known)) }
      : page,
  );
}

/** Somebody wrote something, or took it back: his calendar may be shown. */
export function contributed(mutate: Refetch, authors: string[]) {
  const shown = authors.map((author) => contributionsOf(author));
  void mutate((path) => typeof path === 'string' && shown.some((begin) => path.startsWith(begin)));
}

/** Whether a path shows something else when a user came or went: all lists move, and his own page. */
export const showsArrival = (path: string, user: User) => isList(path) || isOf(path, user);
