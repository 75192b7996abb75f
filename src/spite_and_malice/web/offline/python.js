// Python in this browser: Pyodide, put together from its parts, and either started afresh or from a memory that was kept; and
// the library of a kit: all Python that the server imports and what it reads, in one file, as offline/pack.py puts it together.

/**
 * @typedef {"loader" | "runtime" | "machine" | "base" | "library"} Part of a kit, undone
 * @typedef {Record<Part, () => Promise<Response>>} Parts
 * @typedef {{version: string, runtime: object, compiled: string[]}} About a kit: what its runtime says of itself, and which
 *   files of its library are compiled
 * @typedef {{about: About, parts: Parts, state: Uint8Array<ArrayBuffer>, restore: (machine: any) => Promise<void>}} Recalled a memory that was kept
 * @typedef {any} Python as Pyodide's own documentation describes it
 */

/**
 * @param {URL} folder below which the parts are asked for; none is fetched from there
 * @param {About} about @param {Parts} parts
 * @param {{recalled?: Recalled, isToBeKept?: boolean}} [memory] to start from, or whether this one will be taken
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
        // Before Python starts they get the same places whether it imports them or remembers them.
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
 * Do something that fetches files by addresses of its own: those that are named come from here.
 * @template T
 * @param {Record<string, () => Promise<Response>>} files by the ends of their addresses @param {() => Promise<T>} work
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

/** Where Python finds it. */
const FOLDER = "/library.d";

/** Where Python looks for modules first: most are imported from one file, what reads files beside its modules lies in folders. */
export const PYTHONPATH = `${FOLDER}:${FOLDER}/library.zip`;

/** Where a file of the library lies. @param {string} path */
export function at(path) {
  return `${FOLDER}/${path}`;
}

/** The files of a library by where they lie. @param {Uint8Array<ArrayBuffer>} library undone */
export function filesOf(library) {
  let start = library.indexOf("\n".charCodeAt(0)) + 1;
  /** @type {[string, number][]} */
  const index = JSON.parse(new TextDecoder().decode(library.subarray(0, start)));
  return new Map(index.map(([path, size]) => [at(path), library.subarray(start, (start += size))]));
}

/** Put files where Python finds them, without a copy. @param {any} FS Emscripten's file system @param {Map<string, Uint8Array>} files */
export function place(FS, files) {
  for (const [path, content] of files) {
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, content, { canOwn: true });
  }
}
