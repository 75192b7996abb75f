// A snapshot of Python's memory, stored in this browser: its state once everything is imported and nothing is opened
// yet, without games, secrets or cookies. A start from it need not import again. Beside it are its parts of the kit,
// decompressed. It is used completely or not at all, and is deleted if a start from it fails.

/** @import {About, Part, Parts, Python, Recalled} from "./python.js" */

/**
 * The origin of a snapshot: a kit, and the browser that made it, since another may number its functions differently.
 * @typedef {{about: About, browser: string, size: number, functions: number}} Note
 */

/** The parts of a kit, with the types under which a browser accepts them. @type {Record<Part, string>} */
export const TYPES = {
  loader: "text/javascript",
  runtime: "text/javascript",
  machine: "application/wasm",
  base: "application/zip",
  library: "application/octet-stream",
};
const PARTS = /** @type {Part[]} */ (Object.keys(TYPES));
const NOTE = "note";
const STATE = "state";
const HEAP = "heap";
/** The bytes that must be free; a snapshot takes about a third of them, because games come first. */
const ROOM = 200e6;
const PAGE = 65_536;

export class Memory {
  #name;
  /** @type {Note | null} */
  #note = null;
  /** @type {{state: Uint8Array<ArrayBuffer>, heap: Blob} | null} */
  #taken = null;

  /** @param {string} name of the cache for one version's */
  constructor(name) {
    this.#name = name;
  }

  /**
   * The stored snapshot, or null. Its note is removed until `keepNote`: a start that never finishes is not repeated.
   * @returns {Promise<Recalled | null>}
   */
  async recall() {
    const cache = await caches.open(this.#name);
    const names = [NOTE, STATE, HEAP, ...PARTS];
    const found = await Promise.all(names.map((name) => cache.match(address(name))));
    if (found.some((answer) => !answer)) return this.forget();
    const [said, state, heap, ...parts] = /** @type {Response[]} */ (found);
    /** @type {Note} */
    const note = await said.json();
    if (note.browser !== browser()) return this.forget();
    await cache.delete(address(NOTE));
    this.#note = note;
    return {
      about: note.about,
      parts: /** @type {Parts} */ (Object.fromEntries(PARTS.map((name, index) => [name, async () => parts[index]]))),
      state: new Uint8Array(await state.arrayBuffer()),
      restore: (machine) => restore(machine, /** @type {ReadableStream<Uint8Array>} */ (heap.body), note),
    };
  }

  /** Whether this browser has space for one. */
  async hasRoom() {
    const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
    return quota - usage >= ROOM;
  }

  /**
   * Take a snapshot of Python's memory now, to store it when there is time.
   * @param {Python} python
   * @param {About} about its kit
   * @param {number} functions in its table before any imports
   */
  take(python, { version, runtime, compiled }, functions) {
    const machine = python._module;
    const { HEAP8 } = machine;
    let size = HEAP8.length;
    while (size > 0 && HEAP8[size - 1] === 0) size--;
    size = Math.ceil(size / PAGE) * PAGE;
    const heap = new Blob([HEAP8.subarray(0, size)]);
    // After Pyodide's own bookkeeping it would copy everything once more.
    machine.HEAP8 = new Int8Array();
    try {
      this.#taken = { state: python.makeMemorySnapshot(), heap };
    } finally {
      machine.HEAP8 = HEAP8;
    }
    this.#note = { about: { version, runtime, compiled }, browser: browser(), size, functions };
  }

  /** Store the snapshot. Throws a browser's error if its storage is full or closed. @param {Map<Part, Uint8Array<ArrayBuffer>>} parts */
  async keep(parts) {
    if (!this.#taken) return;
    const { state, heap } = this.#taken;
    this.#taken = null;
    try {
      const cache = await caches.open(this.#name);
      await cache.put(address(STATE), new Response(state));
      await cache.put(address(HEAP), new Response(heap));
      for (const [name, bytes] of parts) await cache.put(address(name), new Response(bytes, { headers: { "content-type": TYPES[name] } }));
      await this.keepNote();
    } catch (error) {
      // Half of it would only take room.
      await this.forget();
      throw error;
    }
  }

  /** Note that everything is stored, and can be started from. */
  async keepNote() {
    if (!this.#note) return;
    const cache = await caches.open(this.#name);
    await cache.put(address(NOTE), new Response(JSON.stringify(this.#note)));
  }

  /** Discard it. @returns {Promise<null>} */
  async forget() {
    this.#note = null;
    this.#taken = null;
    await caches.delete(this.#name);
    return null;
  }
}

/**
 * Fill a machine that has not run yet, chunk by chunk: a full copy would be as large as the machine.
 * @param {any} machine
 * @param {ReadableStream<Uint8Array>} content
 * @param {Note} note
 */
async function restore(machine, content, { size, functions }) {
  // Python identifies its functions by their numbers.
  if (machine.wasmTable.length !== functions) throw new Error("this machine has other functions");
  if (size > machine.HEAP8.length) machine.growMemory(size);
  const reader = content.getReader();
  let at = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    machine.HEAPU8.set(next.value, at);
    at += next.value.length;
  }
  if (at !== size) throw new Error("this memory is not whole");
}

/** @param {string} name */
function address(name) {
  return new URL(name, location.href).href;
}

/** The snapshot contains it too, since it knows its language. */
function browser() {
  return `${navigator.userAgent} ${navigator.language}`;
}
