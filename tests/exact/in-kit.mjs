// Runs a program in the Python of a kit, as a browser starts it: node in-kit.mjs KIT SCRIPT FOLDER, where FOLDER is the
// script's only argument and also receives the unpacked files of the kit.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

import { PYTHONPATH, filesOf, place } from "../../src/spite_and_malice/web/offline/python.js";

const [kit, script, folder] = process.argv.slice(2);
writeFileSync(join(folder, "undoing.mjs"), gunzipSync(readFileSync(join(kit, "undoing.bin"))));
const { decompress } = await import(pathToFileURL(join(folder, "undoing.mjs")).href);
const files = { loader: "pyodide.mjs", runtime: "pyodide.asm.mjs", machine: "pyodide.asm.wasm", base: "base.zip" };
for (const [packed, name] of Object.entries(files)) writeFileSync(join(folder, name), decompress(readFileSync(join(kit, `${packed}.bin`))));
const { runtime: info } = JSON.parse(readFileSync(join(kit, "kit.json"), "utf8"));
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const python = await loadPyodide({
  indexURL: `${folder}/`,
  stdLibURL: join(folder, "base.zip"),
  lockFileContents: { info, packages: {} },
  packageBaseUrl: `${folder}/`,
  env: { SPITE_PURE: "1", PYTHONPATH },
  fsInit: async (FS) => place(FS, filesOf(decompress(readFileSync(join(kit, "library.bin"))))),
});
python.pyimport("gc").disable();
python.FS.mkdirTree("/given");
python.mountNodeFS("/given", folder);
python.runPython('import sys; sys.argv = ["playing.py", "/given"]');
python.globals.set("__name__", "__main__");
python.runPython(readFileSync(script, "utf8"));
