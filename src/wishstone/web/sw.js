// Service worker: shows the page as it was shown last where there is no network. Where there is one, it always counts:
// an old page never meets a new server. The page keeps itself, once it was shown (main.js): each version in a cache of
// its own, which has the page as `/` and the files under its prefix.

const VERSIONED = /^\/v\/([^/]+)\//;
const UNVERSIONED = "wishstone"; // the cache of the time before there were versions

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), caches.delete(UNVERSIONED)])),
);
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(back(event.notification.tag));
});
self.addEventListener("fetch", (event) => {
  const { request } = event,
    { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (VERSIONED.test(pathname)) event.respondWith(file(event));
});

/** To the table of a notice: the page that shows it, or a new one. */
async function back(path) {
  const page = (await self.clients.matchAll({ type: "window" })).find(({ url }) => new URL(url).pathname === path);
  return page ? page.focus() : self.clients.openWindow(path);
}

/** The page, as the server has it now; as it was shown last where nobody answers. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match("/");
    if (kept) return kept;
    throw error;
  }
}

/** A file of some version, which never changes; kept with its version, if that is kept. */
async function file(event) {
  const { pathname } = new URL(event.request.url);
  const kept = await caches.match(pathname, { ignoreVary: true });
  if (kept) return kept;
  const found = await fetch(event.request);
  if (found.ok) event.waitUntil(keep(pathname, found.clone()));
  return found;
}

async function keep(pathname, found) {
  const name = `wishstone-${VERSIONED.exec(pathname)[1]}`;
  if (await caches.has(name)) await (await caches.open(name)).put(pathname, found);
}
