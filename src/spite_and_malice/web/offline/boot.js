// Starting Python in this browser, from the files of a kit (docs/offline.md): fetched, checked, decompressed and put
// together; or from a memory snapshot left by an earlier start, without them.

import { TYPES } from "./memory.js";
import { imported, startPython } from "./python.js";

/** @import {Memory} from "./memory.js" */
/** @import {About, Part, Python, Recalled} from "./python.js" */

/**
 * `kit.json`: the files that belong to a version, and the runtime's metadata.
 * @typedef {About & {files: {name: string, size: number, sha256: string}[]}} Kit
 */

/** The server's module here, and those it would import later. */
const SERVER = "spite_and_malice.offline.worker";

/** A file of the kit that is missing or damaged. */
export class Broken extends Error {}

/**
 * @param {URL} folder of the kit, with a slash at its end
 * @param {Memory | null} [memory] for storing the snapshot
 * @param {string} [module] imported before the snapshot is taken
 * @returns {Promise<{python: Python, version: string, keep: () => Promise<void>}>} `keep` stores it when there is time
 */
export async function boot(folder, memory = null, module = SERVER) {
  const isToBeKept = memory?.hasRoom().catch(() => false);
  /** @type {Kit} */
  const kit = JSON.parse(new TextDecoder().decode(await fetched(new URL("kit.json", folder))));
  const files = new Map(kit.files.map((file) => [file.name, whole(folder, file)]));
  const { decompress } = await imported(new Response(unzipped(await files.get("undoing.bin")), { headers: { "content-type": "text/javascript" } }));
  /** @type {Map<Part, Uint8Array<ArrayBuffer>>} */
  const undone = new Map();
  /** @param {Part} part */
  const undo = async (part) => {
    const packed = await files.get(`${part}.bin`);
    const bytes = undone.get(part) ?? decompress(packed);
    undone.set(part, bytes);
    return new Response(bytes, { headers: { "content-type": TYPES[part] } });
  };
  const python = await startPython(
    folder,
    kit,
    {
      loader: () => undo("loader"),
      runtime: () => undo("runtime"),
      machine: async () => {
        const answer = await undo("machine");
        // While other threads compile it this one has nothing to do.
        setTimeout(() => void undo("library").catch(() => {}));
        return answer;
      },
      base: () => undo("base"),
      library: () => undo("library"),
    },
    { isToBeKept: await isToBeKept },
  );
  const functions = python._module.wasmTable.length;
  // Until everything is loaded, garbage collection is off (the server's `begin` turns it on).
  python.pyimport("gc").disable();
  python.pyimport(module);
  if (memory && (await isToBeKept)) {
    try {
      memory.take(python, kit, functions);
    } catch (error) {
      console.warn(error);
    }
  }
  return { python, version: kit.version, keep: async () => memory?.keep(undone) };
}

/** @param {URL} folder whose kit was started @param {Recalled} recalled @returns {Promise<{python: Python, version: string}>} */
export async function bootFrom(folder, recalled) {
  const python = await startPython(folder, recalled.about, recalled.parts, { recalled });
  return { python, version: recalled.about.version };
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
  // Only available in secure contexts.
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
