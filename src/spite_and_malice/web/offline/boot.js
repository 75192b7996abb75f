// Starting Python in this browser, from the files of a kit (docs/offline.md): fetched, checked, undone and put together.

/**
 * `kit.json`: the files that belong to a version, and what the runtime says of itself.
 * @typedef {{version: string, runtime: object, files: {name: string, size: number, sha256: string}[]}} Kit
 * @typedef {(done: number, all: number) => void} Progress in bytes
 * @typedef {any} Python as Pyodide's own documentation describes it
 */

/** A file of the kit that is not there, or not as it was made. */
export class Broken extends Error {}

/**
 * @param {URL} folder of the kit, with a slash at its end @param {Progress} progress
 * @returns {Promise<{python: Python, version: string}>}
 */
export async function boot(folder, progress) {
  /** @type {Kit} */
  const kit = JSON.parse(new TextDecoder().decode(await fetched(new URL("kit.json", folder))));
  const all = kit.files.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const files = new Map(
    kit.files.map((file) => [
      file.name,
      whole(folder, file).then((bytes) => {
        progress((done += file.size), all);
        return bytes;
      }),
    ]),
  );
  const { decompress } = await imported(new Response(unzipped(await files.get("undoing.bin")), { headers: { "content-type": "text/javascript" } }));
  /** @param {string} name @param {string} type */
  const response = async (name, type) => new Response(decompress(await files.get(name)), { headers: { "content-type": type } });
  /** @type {Promise<Uint8Array<ArrayBuffer>> | null} */
  let library = null;
  const machine = async () => {
    const answer = await response("machine.bin", "application/wasm");
    // While other threads compile it this one has nothing to do.
    library = new Promise((resolve) => setTimeout(resolve)).then(async () => decompress(await files.get("library.bin")));
    return answer;
  };
  const [loader, runtime] = await Promise.all(["loader.bin", "runtime.bin"].map((name) => response(name, "text/javascript").then(imported)));
  const python = await withFiles(
    { "pyodide.asm.wasm": machine, "base.zip": () => response("base.bin", "application/zip") },
    () =>
      loader.loadPyodide({
        indexURL: folder.href,
        stdLibURL: new URL("base.zip", folder).href,
        lockFileContents: { info: kit.runtime, packages: {} },
        packageBaseUrl: folder.href,
        createPyodideModule: runtime.default,
        enableRunUntilComplete: false,
        env: { SPITE_PURE: "1" },
      }),
  );
  python.FS.writeFile("/library", await library);
  python.pyimport("unpacking").unpack("/library");
  return { python, version: kit.version };
}

/** @param {URL} address */
async function fetched(address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) throw new Broken(address.pathname);
  return answer.arrayBuffer();
}

/** @param {URL} folder @param {Kit["files"][number]} file */
async function whole(folder, { name, size, sha256 }) {
  const bytes = new Uint8Array(await fetched(new URL(name, folder)));
  if (bytes.length !== size) throw new Broken(name);
  // Only secure contexts have it.
  if (globalThis.crypto?.subtle) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    if ([...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") !== sha256) throw new Broken(name);
  }
  return bytes;
}

/** @param {Uint8Array<ArrayBuffer> | undefined} bytes compressed by gzip */
function unzipped(bytes) {
  return new Blob([bytes ?? new Uint8Array()]).stream().pipeThrough(new DecompressionStream("gzip"));
}

/** @param {Response} script @returns {Promise<any>} the module that it is */
async function imported(script) {
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
