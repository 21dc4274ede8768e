import { base, stripBase } from '../api/base';
import { tryOrNull } from './tryOrNull';

/** Where the tab stores the page that a visitor opened before the login. */
const storageKey = 'stoa.opened';

/** Stores the page that is open now, for after the login. */
export const storeOpenedPage = () =>
  tryOrNull(() => sessionStorage.setItem(storageKey, location.href.slice(location.origin.length)));

/** Forgets the page that was opened before the login. */
export const forgetOpenedPage = () => tryOrNull(() => sessionStorage.removeItem(storageKey));

/** Returns the address within the app of the page that was opened before the login, if it is one of this site. */
export function openedPage(): string | null {
  const stored = tryOrNull(() => sessionStorage.getItem(storageKey));
  if (!stored?.startsWith(`${base}/`)) return null;
  const path = stripBase(stored);
  return /^\/(?![/\\]|home$)/.test(path) ? path : null;
}
