// Opens the site without a network, and shows push notifications. The server puts SITE before it.
const { version, title, files } = SITE;
const { scope } = registration;
const prefix = `stoa${new URL(scope).pathname.slice(0, -1)}-`;
const shell = `${prefix}shell-${version}`;

const on = (name, work) => addEventListener(name, (event) => event.waitUntil(work(event)));

// No page reloads: an open draft stays, and the next navigation gets the new version.
on('install', async () => {
  skipWaiting();
  const cache = await caches.open(shell);
  await cache.addAll(['', ...files].map((file) => scope + file));
});

on('activate', async () => {
  await registration.navigationPreload?.enable();
  for (const name of await caches.keys())
    if (name.startsWith(prefix) && !name.endsWith(version)) await caches.delete(name);
  await clients.claim();
});

addEventListener('fetch', (event) => {
  const { mode, url } = event.request;
  if (mode === 'navigate') event.respondWith(load(event).catch(() => offline(url)));
  else if (url.startsWith(`${scope}assets/`)) event.respondWith(immutable(event.request));
  else if (files.includes(url.slice(scope.length))) event.respondWith(load(event).catch(() => stored(url)));
});

const load = async ({ request, preloadResponse }) => (await preloadResponse) ?? fetch(request);

const stored = (url) => caches.match(url, { cacheName: shell, ignoreVary: true });

const offline = (url) => (url === scope ? Response.redirect(`${scope}home`) : stored(scope));

async function immutable(request) {
  const found = await stored(request.url);
  if (found) return found;
  const response = await fetch(request);
  const cache = await caches.open(shell);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

// A browser without a page in sight that is shown nothing shows a text of its own.
on('push', async ({ data }) => {
  if (await isShown()) return;
  let news;
  try {
    news = data.json();
  } catch {}
  await registration.showNotification(String(news?.title ?? title), {
    body: String(news?.body ?? 'There is something new.'),
    tag: String(news?.id ?? ''),
    icon: `${scope}icon-192.png`,
    data: news?.path,
  });
});

// Returns whether a page of the site is in sight, which shows what is new by itself. Safari ends a
// subscription whose messages show nothing.
async function isShown() {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!pages.some(({ visibilityState }) => visibilityState === 'visible')) return false;
  const subscription = await registration.pushManager.getSubscription();
  return !new URL(subscription?.endpoint ?? scope).hostname.endsWith('.apple.com');
}

on('notificationclick', async ({ notification }) => {
  notification.close();
  const { href } = new URL(`.${notification.data ?? '/home'}`, scope);
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => url === href);
  await (page ? page.focus() : clients.openWindow(href));
});

on('pushsubscriptionchange', async () => {
  const { publicKey: applicationServerKey } = await (await fetch(`${scope}user/getPushSettings`)).json();
  const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = subscription.toJSON();
  await fetch(`${scope}user/addPushDevice`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
});
