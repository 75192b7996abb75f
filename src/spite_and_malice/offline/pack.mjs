// Runs pack.py in the runtime: node pack.mjs RUNTIME FOLDER, where FOLDER has the input of pack.py and receives its
// output.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [runtime, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: runtime });
python.FS.mkdirTree("/work");
python.mountNodeFS("/work", folder);
const script = join(dirname(fileURLToPath(import.meta.url)), "pack.py");
python.globals.set("__name__", "__main__");
python.runPython(readFileSync(script, "utf8"));
