// Stands in for boot.js in a worker: the Python that it starts also runs the page's programs, for in_worker.py.

import { boot as start, bootFrom as startFrom } from "./real-boot.js";

export { Broken } from "./real-boot.js";

// The page's address sets the available space.
const room = new URL(self.location.href).searchParams.get("room");
if (room !== null) navigator.storage.estimate = async () => ({ quota: Number(room), usage: 0 });

export const boot = async (...given) => listening(await start(...given));
export const bootFrom = async (...given) => listening(await startFrom(...given));

function listening(started) {
  const { python } = started;
  self.addEventListener("message", ({ data }) => {
    if (data.kind !== "run") return;
    try {
      self.postMessage({ kind: "ran", found: ran(python, data.program, data.files), error: null });
    } catch (error) {
      self.postMessage({ kind: "ran", found: null, error: String(error) });
    }
  });
  return started;
}

/** Runs a program whose argument is a folder with these files; returns the found.json that it writes there. */
function ran(python, program, files) {
  for (const [name, text] of Object.entries(files)) {
    const path = `/given/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, text);
  }
  python.runPython('import sys; sys.argv = ["program.py", "/given"]');
  python.runPython(program, { globals: python.toPy({ __name__: "__main__" }) });
  return python.FS.readFile("/given/found.json", { encoding: "utf8" });
}
