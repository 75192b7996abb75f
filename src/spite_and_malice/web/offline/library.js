// The library of a kit: all Python that the server imports and what it reads, in one file, as offline/pack.py puts it together.

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
