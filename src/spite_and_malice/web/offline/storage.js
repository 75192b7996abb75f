// The storage in this browser: the pages of SQLite's file of games, in IndexedDB. Later writes are stored in one
// transaction, which after a crash exists completely or not at all; nothing is shown before it.

/** The size of an SQLite page in bytes. */
const PAGE = 4096;
const PAGES = "pages";
const META = "meta";

/** `extra` is other data of the same moment. @typedef {{size: number, extra: string}} Meta */

export class GameStorage {
  #name;
  #base;
  /** @type {any} */
  #node = null;
  /** @type {Set<number>} */
  #dirty = new Set();
  #size = 0;
  #extra = "";

  /** @param {string} name @param {IDBDatabase} base */
  constructor(name, base) {
    this.#name = name;
    this.#base = base;
  }

  /** @param {string} name @returns {Promise<GameStorage>} */
  static async open(name) {
    return new GameStorage(name, await opened(name));
  }

  /** The last values stored beside the pages. */
  get extra() {
    return this.#extra;
  }

  /**
   * Give Python the file in its last stored state, and record later writes to it.
   * @param {any} FS Emscripten's file system
   * @param {string} path
   */
  async restore(FS, path) {
    const reading = this.#base.transaction([PAGES, META], "readonly");
    const [meta, numbers, pages] = await Promise.all([
      settled(reading.objectStore(META).get(META)),
      settled(reading.objectStore(PAGES).getAllKeys()),
      settled(reading.objectStore(PAGES).getAll()),
    ]);
    const { size, extra } = /** @type {Meta} */ (meta ?? { size: 0, extra: "" });
    const bytes = new Uint8Array(size);
    for (const [index, number] of numbers.entries()) {
      const start = Number(number) * PAGE;
      if (start < size) bytes.set(pages[index].subarray(0, size - start), start);
    }
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, bytes);
    this.#size = size;
    this.#extra = extra;
    this.#watch(FS.lookupPath(path).node);
  }

  /** @param {any} node a file of Emscripten's MEMFS */
  #watch(node) {
    this.#node = node;
    const { write } = node.stream_ops;
    node.stream_ops = {
      ...node.stream_ops,
      write: (/** @type {any} */ stream, /** @type {any} */ buffer, /** @type {number} */ from, /** @type {number} */ length, /** @type {number} */ position, /** @type {any} */ own) => {
        const last = Math.floor((position + length - 1) / PAGE);
        for (let page = Math.floor(position / PAGE); page <= last; page++) this.#dirty.add(page);
        return write(stream, buffer, from, length, position, own);
      },
    };
  }

  /** Whether anything must be stored. @param {string} extra */
  isBehind(extra) {
    return this.#dirty.size > 0 || this.#node.usedBytes !== this.#size || extra !== this.#extra;
  }

  /**
   * Store the latest writes durably. Throws a browser's error if its storage is full or closed; the next call then
   * stores everything again, as it may have been cleared.
   * @param {string} extra
   */
  async keep(extra) {
    const size = this.#node.usedBytes;
    try {
      await this.#write(size, extra);
    } catch (error) {
      for (let page = 0; page * PAGE < this.#node.usedBytes; page++) this.#dirty.add(page);
      this.#base.close();
      throw error;
    }
    this.#size = size;
    this.#extra = extra;
  }

  /** Reopen a database that the browser has closed. */
  async reopen() {
    this.#base.close();
    this.#base = await opened(this.#name);
  }

  /** @param {number} size @param {string} extra */
  async #write(size, extra) {
    const writing = this.#base.transaction([PAGES, META], "readwrite", { durability: "strict" });
    try {
      const pages = writing.objectStore(PAGES);
      for (const number of this.#dirty) {
        const start = number * PAGE;
        if (start < size) pages.put(this.#node.contents.slice(start, Math.min(start + PAGE, size)), number);
      }
      if (size < this.#size) pages.delete(IDBKeyRange.lowerBound(Math.ceil(size / PAGE)));
      writing.objectStore(META).put({ size, extra }, META);
      this.#dirty.clear();
      writing.commit();
    } catch (error) {
      // Otherwise the part so far would be stored without the rest.
      writing.abort();
      throw error;
    }
    await new Promise((resolve, reject) => {
      writing.oncomplete = () => resolve(null);
      writing.onabort = () => reject(writing.error);
    });
  }
}

/** @param {string} name @returns {Promise<IDBDatabase>} */
function opened(name) {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(PAGES);
    opening.result.createObjectStore(META);
  };
  return settled(opening);
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
