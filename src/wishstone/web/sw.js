// Service worker: shows the page as it was shown last where there is no network. Where there is one, it always counts:
// an old page never meets a new server.

const CACHE = "wishstone";
const OURS = /^\/(?!api\/).*\.(js|css|json|svg|webmanifest)$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(back(event.notification.tag));
});
self.addEventListener("fetch", (event) => {
  const { request } = event,
    { origin, pathname } = new URL(request.url),
    page = request.mode === "navigate";
  if (request.method === "GET" && origin === location.origin && (page || OURS.test(pathname)))
    event.respondWith(answer(request, page ? "/" : pathname));
});

/** To the table of a notice: the page that shows it, or a new one. */
async function back(path) {
  const page = (await self.clients.matchAll({ type: "window" })).find(({ url }) => new URL(url).pathname === path);
  return page ? page.focus() : self.clients.openWindow(path);
}

async function answer(request, name) {
  const cache = await caches.open(CACHE);
  try {
    const found = await fetch(request);
    if (found.ok && (name !== "/" || found.headers.get("content-type")?.startsWith("text/html")))
      await cache.put(name, found.clone());
    return found;
  } catch (error) {
    const kept = await cache.match(name);
    if (kept) return kept;
    throw error;
  }
}
