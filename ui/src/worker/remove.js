// Removes the service worker of a site that has turned push notifications off, with all that it stored.
const prefix = `stoa${new URL(registration.scope).pathname.slice(0, -1)}-`;

addEventListener('install', () => skipWaiting());

addEventListener('activate', (event) => event.waitUntil(remove()));

async function remove() {
  for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
  await registration.unregister();
}
