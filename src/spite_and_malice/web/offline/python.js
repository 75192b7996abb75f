// Python in this browser: Pyodide, put together from its parts, and started either afresh or from a stored snapshot;
// and the library of a kit: all Python that the server imports and the files that it reads, in one file made by
// offline/pack.py.

/**
 * @typedef {"loader" | "runtime" | "machine" | "base" | "library"} Part of a kit, decompressed
 * @typedef {Record<Part, () => Promise<Response>>} Parts
 * @typedef {{version: string, runtime: object, compiled: string[]}} About a kit: its runtime's metadata, and the
 * compiled files of its library
 * @typedef {{about: About, parts: Parts, state: Uint8Array<ArrayBuffer>, restore: (machine: any) => Promise<void>}}
 * Recalled a stored snapshot
 * @typedef {any} Python as Pyodide's own documentation describes it
 */

/**
 * @param {URL} folder below which the parts are requested; none is fetched from there
 * @param {About} about
 * @param {Parts} parts
 * @param {{recalled?: Recalled, isToBeKept?: boolean}} [memory] to start from, or whether a snapshot will be taken
 * @returns {Promise<Python>}
 */
export async function startPython(folder, about, parts, { recalled, isToBeKept = false } = {}) {
  /** @type {Promise<Map<string, Uint8Array<ArrayBuffer>>> | null} */
  let library = null;
  const files = () => (library ??= parts.library().then(async (found) => filesOf(new Uint8Array(await found.arrayBuffer()))));
  const compiled = about.compiled.map(at);
  /** @type {Record<string, () => Promise<Response>>} */
  const fetched = { "pyodide.asm.wasm": parts.machine, "base.zip": parts.base };
  for (const path of compiled) fetched[path.slice(path.lastIndexOf("/") + 1)] = async () => new Response((await files()).get(path));
  const [loader, runtime] = await Promise.all([parts.loader, parts.runtime].map((part) => part().then(imported)));
  return withFiles(fetched, () =>
    loader.loadPyodide({
      indexURL: folder.href,
      stdLibURL: new URL("base.zip", folder).href,
      lockFileContents: { info: about.runtime, packages: {} },
      packageBaseUrl: folder.href,
      enableRunUntilComplete: false,
      env: { SPITE_PURE: "1", PYTHONPATH },
      fsInit: async (/** @type {any} */ FS) => place(FS, await files()),
      createPyodideModule: async (/** @type {any} */ settings) => {
        // They get their places before Python starts, whether it imports them or restores them.
        settings.dynamicLibraries = compiled;
        const machine = await runtime.default(settings);
        await recalled?.restore(machine);
        return machine;
      },
      _makeSnapshot: isToBeKept,
      _loadSnapshot: recalled?.state,
    }),
  );
}

/** @param {Response} script @returns {Promise<any>} the module that it is */
export async function imported(script) {
  const address = URL.createObjectURL(await script.blob());
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * Do something that fetches files by its own addresses: the named ones come from here.
 * @template T
 * @param {Record<string, () => Promise<Response>>} files by the ends of their addresses
 * @param {() => Promise<T>} work
 */
async function withFiles(files, work) {
  const real = globalThis.fetch;
  globalThis.fetch = (wanted, how) => {
    const name = String(wanted instanceof Request ? wanted.url : wanted).split("/").at(-1) ?? "";
    return name in files ? files[name]() : real(wanted, how);
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = real;
  }
}

/** Its folder in Python's file system. */
const FOLDER = "/library.d";

/**
 * Where Python looks for modules first: most are imported from one file; packages that read files beside their modules
 * are in folders.
 */
export const PYTHONPATH = `${FOLDER}:${FOLDER}/library.zip`;

/** The path of a file of the library. @param {string} path */
export function at(path) {
  return `${FOLDER}/${path}`;
}

/** The files of a library by their paths. @param {Uint8Array<ArrayBuffer>} library decompressed */
export function filesOf(library) {
  let start = library.indexOf("\n".charCodeAt(0)) + 1;
  /** @type {[string, number][]} */
  const index = JSON.parse(new TextDecoder().decode(library.subarray(0, start)));
  return new Map(index.map(([path, size]) => [at(path), library.subarray(start, (start += size))]));
}

/**
 * Make files available to Python, without copying them.
 * @param {any} FS Emscripten's file system
 * @param {Map<string, Uint8Array>} files
 */
export function place(FS, files) {
  for (const [path, content] of files) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, content, { canOwn: true });
  }
}
