// The files needed offline, stored in this browser: fetched once, checked, and replaced completely or not at all. Each
// version has its own cache; another one records the current version. A newer version is put beside the current one,
// and replaces it at the next start, so that the files of two versions never mix. A server's own pages fetch it once
// somebody has finished a game or installed the app, and only while the browser is idle; "Play offline" fetches it at
// once.

/**
 * `files` of a site: the path, size and SHA-256 of each; a `packed` one contains further files.
 * @typedef {{path: string, size: number, sha256: string, packed?: boolean}} SiteFile
 * @typedef {{version: string, files: SiteFile[]}} Site
 * @typedef {(done: number, all: number) => void} Progress in bytes
 */

const STATE = "spite-offline";
const MANIFEST = "site.json";
const AT_ONCE = 4;

/** Something that arrived damaged. */
export class Broken extends Error {}

/** There is no connection, or the address has nothing. */
export class Unreachable extends Error {}

/** @param {URL} scope */
export class KitCache {
  #scope;

  /** @param {URL} scope the folder of the site, with a slash at its end */
  constructor(scope) {
    this.#scope = scope;
  }

  /** The version that starts here, None before the first. @returns {Promise<string | null>} */
  async current() {
    return this.#stated("current");
  }

  /** The cache for Python's memory of the version that starts here (memory.js); it is deleted with its version. */
  async memory() {
    return memoryOf((await this.current()) ?? "");
  }

  /**
   * Switch to the newest complete version; others are deleted.
   * @returns {Promise<string | null>} the current version now
   */
  async promote() {
    const next = await this.#stated("next");
    if (next) await this.#state("current", next);
    const current = await this.current();
    if (!current) return null;
    await (await caches.open(STATE)).delete(this.#at("next"));
    for (const name of await caches.keys()) {
      if (name.startsWith(`${STATE}-`) && name !== `${STATE}-${current}` && name !== memoryOf(current)) await caches.delete(name);
    }
    return current;
  }

  /** Delete the files of the version that starts here. */
  async drop() {
    const current = await this.current();
    await (await caches.open(STATE)).delete(this.#at("current"));
    if (current) await caches.delete(`${STATE}-${current}`);
  }

  /**
   * The version that the address offers now. Throws `Unreachable`, and `Broken` if it is something else.
   * @returns {Promise<Site>}
   */
  async offered() {
    const answer = await this.#fetch(MANIFEST);
    const site = await answer.json().catch(() => null);
    if (!Array.isArray(site?.files)) throw new Broken(MANIFEST);
    return site;
  }

  /**
   * Fetch a complete version, beside the current one; without a current one it becomes that. Of several pages one
   * fetches, and the others then have it. Throws `Unreachable`, `Broken`, and a browser's errors if its storage is full
   * or closed.
   * @param {Site} site
   * @param {Progress} [progress]
   */
  async fetch(site, progress = () => {}) {
    await navigator.locks.request(`${STATE}-fetching:${this.#scope.pathname}`, async () => {
      const there = await Promise.all([this.#stated("current"), this.#stated("next")]);
      if (!there.includes(site.version)) await this.#fetchWhole(site, progress);
    });
  }

  /** @param {Site} site @param {Progress} progress */
  async #fetchWhole(site, progress) {
    const name = `${STATE}-${site.version}`;
    const all = site.files.reduce((sum, { size }) => sum + size, 0);
    let [done, hasFailed] = [0, false];
    const cache = await caches.open(name);
    const waiting = [...site.files];
    /** @param {number} bytes */
    const count = (bytes) => hasFailed || progress((done += bytes), all);
    const take = async () => {
      for (let file = waiting.shift(); file; file = waiting.shift()) await this.#put(cache, file, count);
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, take));
    } catch (error) {
      waiting.length = 0;
      hasFailed = true;
      // A complete file stays and is not fetched again, unless there is no room.
      if (error instanceof DOMException) await caches.delete(name);
      throw error;
    }
    await this.#state((await this.current()) ? "next" : "current", site.version);
  }

  /** @param {Cache} cache @param {SiteFile} file @param {(bytes: number) => unknown} count */
  async #put(cache, file, count) {
    const address = this.#at(file.path);
    const there = await cache.match(address);
    if (there?.headers.get("x-sha256") === file.sha256) return void count(file.size);
    const answer = await this.#fetch(file.path);
    const bytes = await read(answer, count);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const hex = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    if (hex !== file.sha256) throw new Broken(file.path);
    if (file.packed) await this.#unpack(cache, bytes);
    // Last: if it exists, its contents exist too.
    const type = answer.headers.get("content-type") ?? "application/octet-stream";
    const headers = { "content-type": type, "x-sha256": hex };
    await cache.put(address, new Response(file.packed ? null : bytes, { headers }));
  }

  /** @param {Cache} cache @param {Uint8Array<ArrayBuffer>} bytes */
  async #unpack(cache, bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    /** @type {Record<string, {type: string, text?: string, base64?: string}>} */
    const files = await new Response(stream).json();
    for (const [path, { type, text, base64 }] of Object.entries(files)) {
      const body = text ?? Uint8Array.from(atob(base64 ?? ""), (letter) => letter.charCodeAt(0));
      await cache.put(this.#at(path), new Response(body, { headers: { "content-type": type } }));
    }
  }

  /** @param {string} path */
  async #fetch(path) {
    // This tells the service worker not to use the cache.
    const answer = await fetch(this.#at(path), { cache: "no-store" }).catch(() => null);
    if (!answer?.ok) throw new Unreachable(path);
    return answer;
  }

  /** @param {string} path */
  #at(path) {
    return new URL(path, this.#scope).href;
  }

  /** @param {"current" | "next"} which @returns {Promise<string | null>} */
  async #stated(which) {
    const state = await caches.match(this.#at(which), { cacheName: STATE });
    return state ? (await state.json()).version : null;
  }

  /** @param {"current" | "next"} which @param {string} version */
  async #state(which, version) {
    const cache = await caches.open(STATE);
    await cache.put(this.#at(which), new Response(JSON.stringify({ version })));
  }
}

/** @param {string} version */
function memoryOf(version) {
  return `${STATE}-${version}-memory`;
}

/** @param {Response} answer @param {(bytes: number) => unknown} count @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function read(answer, count) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (answer.body).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Unreachable(answer.url);
    });
    if (done) break;
    parts.push(value);
    count(value.length);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const SITE = document.documentElement.dataset.offline;
/** The time for which the end of a game is left undisturbed, in milliseconds. */
const WAIT = 5000;

/** Does nothing if the server offers nothing, if it is already here, or if the person saves data. */
export async function fetchWhenIdle() {
  if (!SITE || !isSecureContext || !("serviceWorker" in navigator) || !("caches" in window)) return;
  const { saveData } = /** @type {{saveData?: boolean}} */ (/** @type {any} */ (navigator).connection ?? {});
  if (saveData) return;
  await new Promise((resolve) => setTimeout(resolve, WAIT));
  await new Promise((resolve) => ("requestIdleCallback" in window ? requestIdleCallback(resolve) : resolve(null)));
  const scope = new URL(SITE, location.href);
  const cache = new KitCache(scope);
  if (await cache.current()) return;
  try {
    await cache.fetch(await cache.offered());
    await navigator.serviceWorker.register(new URL("sw.js", scope), { updateViaCache: "none" });
  } catch {
    // Another time: nobody requested it.
  }
}
