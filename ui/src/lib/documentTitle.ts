import { site } from './site';

let page = '';
let unread = 0;

function show() {
  document.title = `${unread > 0 ? `(${unread}) ` : ''}${page ? `${page} · ` : ''}${site.title}`;
}

/** Sets the name of the page in the browser's tab and history. */
export function setPageTitle(name: string) {
  page = name;
  show();
}

/** Sets the number of unread items before the page's name in the browser's tab. */
export function setUnreadInTitle(count: number) {
  unread = count;
  show();
}
