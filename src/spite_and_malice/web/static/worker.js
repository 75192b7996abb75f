// The service worker. The server puts its version, the files of the offline notice page, and the path of the pages
// before this text: VERSION, FILES, BASE. A new server means a new worker with its own cache, and pages always come
// from the server: they name their scripts by a digest, so that an old script never meets a new server.

/* global BASE, VERSION, FILES */

const CACHE = `spite-${VERSION}`;
const NO_LINE = `${BASE}/no-line`;
/** The address of the offline game, and the names of its caches (offline/cache.js). */
const OFFLINE_PAGE = `${BASE}/offline/`;
const OFFLINE = "spite-offline";
const STATIC = `${BASE}/static/${VERSION}/`;
/** The offline page is fetched again, with the current state of your games, at most once in this many milliseconds. */
const EVERY = 30000;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(prepare());
});

self.addEventListener("activate", (event) => event.waitUntil(begin()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith(STATIC)) event.respondWith(file(request));
});

async function prepare() {
  const cache = await caches.open(CACHE);
  await cache.addAll([NO_LINE, ...FILES]);
  await keepFaces(cache);
}

/** Stores the faces of one's opponents, which the offline notice page shows. @param {Cache} cache */
async function keepFaces(cache) {
  const page = await (await cache.match(NO_LINE))?.text();
  const faces = new Set(page?.match(/\/[^" ]*static\/[^"]+\/heads\/[^"]+\.svg/g));
  await Promise.all([...faces].map(async (face) => (await cache.match(face)) ?? cache.add(face).catch(() => {})));
}

/** Deletes the caches of other versions; the offline game has its own caches and worker. */
async function begin() {
  for (const name of await caches.keys()) if (name !== CACHE && !name.startsWith(OFFLINE)) await caches.delete(name);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** A page comes from the server; offline, the notice page with your games. */
async function page(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(keep(new URL(event.request.url).pathname));
    return answer;
  } catch (error) {
    // The app starts with the home page: offline, with that of the server in this browser.
    const { pathname } = new URL(event.request.url);
    if (pathname === `${BASE}/` && (await caches.match(`${OFFLINE_PAGE}current`, { cacheName: OFFLINE }))) return Response.redirect(OFFLINE_PAGE);
    const kept = await caches.match(NO_LINE, { cacheName: CACHE });
    if (kept) return kept;
    throw error;
  }
}

/** @param {string} pathname of the opened page: a new game must be among those shown */
async function keep(pathname) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(NO_LINE);
  const made = Date.parse(kept?.headers.get("date") ?? "");
  const isNew = pathname.startsWith(`${BASE}/table/`) && !(await kept?.text())?.includes(pathname);
  // A browser may stop its worker at any time: the stored page itself says how old it is, if the clocks agree.
  if (Math.abs(Date.now() - made) < EVERY && !isNew) return;
  const answer = await fetch(NO_LINE).catch(() => null);
  // If the server is another version, so are its files: then the new worker stores its own.
  if (!answer?.ok || answer.headers.get("spite-version") !== VERSION) return;
  await cache.put(NO_LINE, answer);
  await keepFaces(cache);
}

/** A file of this version never changes. */
async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.status === 200) await cache.put(request, answer.clone());
  return answer;
}

// Notices (server/features/notices/kinds.py). Each push shows one, whatever it contains: a browser cancels the
// subscription of a site that shows none. If a page is visible, which shows the same itself, it is closed at once.

/** A notice that people send to their own device as a test. */
const TRIAL = "trial";
const NAME = "Spite & Malice";

self.addEventListener("push", (event) => event.waitUntil(tell(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path));
});
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));

/** The windows of this site, except those of the offline game, which know nothing of the server. */
async function windows() {
  const found = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const paths = found.map((client) => ({ client, path: new URL(client.url).pathname }));
  return paths.filter(({ path }) => path.startsWith(`${BASE}/`) && !path.startsWith(OFFLINE_PAGE)).map(({ client }) => client);
}

/** @param {PushMessageData | null} data */
async function tell(data) {
  const { title, text, path, tag, badge, language } = read(data);
  const icon = `${STATIC}icons/any-192.png`;
  await self.registration
    .showNotification(title, { body: text, tag, renotify: true, lang: language, icon, data: { path } })
    .catch(() => self.registration.showNotification(title));
  if (badge > 0) await self.navigator.setAppBadge?.(badge).catch(() => {});
  const seen = (await windows()).filter(({ visibilityState }) => visibilityState === "visible");
  for (const client of seen) client.postMessage({ kind: "called" });
  if (seen.length === 0 || tag === TRIAL) return;
  for (const shown of await self.registration.getNotifications({ tag })) shown.close();
}

/**
 * The notice to show: for unreadable or unexpected data, only that something came.
 * @param {PushMessageData | null} data
 */
function read(data) {
  /** @type {Record<string, unknown>} */
  let said = {};
  try {
    said = Object(data?.json());
  } catch {
    // It is not JSON, or has no data.
  }
  const text = (/** @type {unknown} */ value, other = "") => (typeof value === "string" && value ? value : other);
  return {
    title: text(said.title, NAME),
    text: text(said.text),
    path: /^\/(?![/\\])/.test(text(said.path)) ? text(said.path) : "/",
    tag: text(said.tag, "notice"),
    badge: Number.isInteger(said.badge) ? Number(said.badge) : 0,
    language: text(said.language),
  };
}

/** Show a page in a window of this site if one is open, else in a new one. @param {string} [path] */
async function open(path = "/") {
  const url = new URL(BASE + path, location.origin).href;
  const all = await windows();
  const there = all.find((client) => client.url === url);
  if (there) return there.focus();
  // A window with a table is not navigated to another page.
  const other = all.find((client) => !new URL(client.url).pathname.startsWith(`${BASE}/table/`));
  const moved = await other?.navigate(url).catch(() => null);
  return moved ? moved.focus() : self.clients.openWindow(url);
}

/** The push service has given this browser another address. */
async function subscribeAgain({ oldSubscription, newSubscription }) {
  let found = newSubscription;
  let key = found && keyOf(found);
  if (!found && oldSubscription) {
    // The server may by now have a different key from the old subscription's.
    ({ key } = await (await fetch(`${BASE}/api/notices`)).json());
    if (key) found = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  }
  if (!found) return;
  const { endpoint, keys } = found.toJSON();
  const body = JSON.stringify({ endpoint, public: keys.p256dh, secret: keys.auth, key });
  await fetch(`${BASE}/api/notices/device`, { method: "PUT", headers: { "content-type": "application/json" }, body });
}

/** The public key of the server for which a browser is subscribed. @param {PushSubscription} subscription */
function keyOf({ options }) {
  const own = String.fromCharCode(...new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0)));
  return btoa(own).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
