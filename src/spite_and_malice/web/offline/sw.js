// The service worker of the offline pages. It stores nothing itself: it serves the files that the page has put into the
// cache of the current version, and passes requests of the pages in the frame to the outer page, whose worker runs the
// server. So it may be stopped at any time.

const SCOPE = new URL(self.registration.scope);
/** The pages in the frame are below it: a server's "/games" is at "at/games". */
const INSIDE = `${SCOPE.pathname}at`;
/** The cache that records the current version; each version's files have their own cache (cache.js). */
const STATE = "spite-offline";
const CURRENT = new URL("current", SCOPE).href;
/** Files of the pages, whatever the digest in their address. */
const STATIC = /^\/static\/(?:([0-9a-f]{12,})\/)?(.+)$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  if (event.data?.kind === "claim") event.waitUntil(self.clients.claim());
});
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  // If the host is gone, the asking page gets an error, and nothing is left behind.
  if (url.origin === SCOPE.origin) event.respondWith(answer(event, url).catch(() => Response.error()));
});

/** @param {FetchEvent} event @param {URL} url */
async function answer({ request, clientId }, url) {
  const isInside = url.pathname === INSIDE || url.pathname.startsWith(`${INSIDE}/`);
  if (request.mode === "navigate") {
    if (!isInside) return (await kept(url.pathname)) ?? fetch(request);
    // A page opened in its own tab gets the outer page.
    if (request.destination === "document") return Response.redirect(`${SCOPE}#${path(url)}`);
    return fromServer(request, path(url));
  }
  const wanted = path(url);
  const [, digest, file] = STATIC.exec(wanted.split("?")[0]) ?? [];
  // Only pages in the frame have a digest in their addresses, and they ask before the browser lists them among its windows.
  if (!isInside && !digest && !(await comesFromFrame(clientId))) {
    // This is how the outer page fetches a newer version.
    const known = request.cache === "no-store" ? undefined : await kept(url.pathname);
    return known ?? fetch(request);
  }
  return (file && (await kept(`${SCOPE.pathname}static/${file}`))) || fromServer(request, wanted);
}

/** The server's path for a request of a page in the frame. @param {URL} url */
function path({ pathname, search }) {
  const own = pathname.startsWith(INSIDE) ? pathname.slice(INSIDE.length) : pathname;
  return (own || "/") + search;
}

/**
 * Is it a page in the frame? Firefox knows a worker only once its scripts are loaded: looking it up by its id would
 * wait for it while it waits for this answer. The windows are known at once.
 * @param {string} id
 */
async function comesFromFrame(id) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.some((client) => client.id === id && client.frameType === "nested");
}

/** A file of the current version. @param {string} pathname */
async function kept(pathname) {
  if (!pathname.startsWith(SCOPE.pathname)) return undefined;
  const state = await caches.match(CURRENT, { cacheName: STATE });
  if (!state) return undefined;
  const { version } = await state.json();
  const name = pathname === `${SCOPE.pathname}index.html` ? SCOPE.pathname : pathname;
  return caches.match(new URL(name, SCOPE).href, { cacheName: `${STATE}-${version}` });
}

/** @param {Request} request @param {string} wanted */
async function fromServer(request, wanted) {
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const question = {
    kind: "request",
    method: request.method,
    path: wanted,
    headers: [...request.headers],
    referrer: request.referrer,
    body: hasBody ? await request.arrayBuffer() : null,
  };
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const around = windows.filter(({ frameType, url }) => frameType === "top-level" && isAround(new URL(url)));
  const answers = around.map((client) => ask(client, question));
  // Of several pages only the one with the server answers.
  const found = await Promise.any(answers).catch(() => null);
  if (!found) return new Response("", { status: 503, headers: { "retry-after": "1" } });
  const { status, headers, body } = found;
  return new Response([101, 204, 205, 304].includes(status) ? null : body, { status, headers });
}

/** @param {URL} url */
function isAround({ origin, pathname }) {
  return origin === SCOPE.origin && [SCOPE.pathname, `${SCOPE.pathname}index.html`].includes(pathname);
}

/** @param {WindowClient} client @param {object} question */
function ask(client, question) {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      port1.close();
      if (data) resolve(data);
      else reject(new Error("not mine"));
    };
    client.postMessage(question, [port2]);
  });
}
