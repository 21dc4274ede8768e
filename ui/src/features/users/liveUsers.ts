import type { List } from '../../api/client';
import type { User, UserUpdate } from '../../api/generated';
import type { CacheEditor } from '../../lib/useCacheEditor';
import { isUsersPath, userPath } from './api';

/** A user came, changed or went. Writes that into the cached pages: see `app/live.ts`. */
export function showUser(edit: CacheEditor, { user, type }: UserUpdate): void {
  edit<List<User>>(
    isUsersPath,
    (list, path) => withUser(list, path, user, type),
    type === 'created' ? 'reload' : 'ignore',
  );
  if (type === 'updated')
    edit<User>(
      (path) => path === userPath(user.username),
      () => user,
    );
}

/** The list, sorted by name as the server sorts it, after a user came, changed or went. */
export function withUser(list: List<User>, path: string, user: User, type: UserUpdate['type']): List<User> {
  const isShown = list.items.some(({ _id }) => _id === user._id);
  if (type === 'created') {
    const search = new URL(path, location.origin).searchParams.get('search') ?? '';
    if (isShown || !user.username.toLowerCase().includes(search.toLowerCase())) return list;
    const place = list.items.findIndex(({ username }) => username.toLowerCase() > user.username.toLowerCase());
    const total = list.total + 1;
    // After the last one shown, and the list goes on: it comes with a later part.
    if (place === -1 && list.next) return { ...list, total };
    return { ...list, total, items: list.items.toSpliced(place === -1 ? list.items.length : place, 0, user) };
  }
  if (!isShown) return list;
  if (type === 'updated') return { ...list, items: list.items.map((other) => (other._id === user._id ? user : other)) };
  return { ...list, total: list.total - 1, items: list.items.filter(({ _id }) => _id !== user._id) };
}
