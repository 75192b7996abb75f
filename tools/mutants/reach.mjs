// Loaded before evaluate.mjs: with each of its answers it adds to a file which lines of the browser's modules ran for it,
// as a line of JSON {path: [line, …]}. Code that runs when a module is imported is left out, since it runs once for
// all.

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { Session } from "node:inspector";

const WEB = "src/spite_and_malice/web/";
const SERVED = "http://table.test/static/";

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

/** The path of a module from the root, and where each of its lines begins, by its address. */
const known = new Map();

function moduleAt(address) {
  if (!known.has(address)) {
    const name = new URL(address).pathname.slice("/static/".length);
    const path = existsSync(WEB + name) ? WEB + name : `${WEB}static/${name}`;
    const text = readFileSync(path, "utf8");
    known.set(address, { path, starts: [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)] });
  }
  return known.get(address);
}

/** The lines of the functions that ran, without those between the ends of functions within them that did not. */
function linesOf({ starts }, functions) {
  const ran = new Set();
  const lineAt = (offset) => starts.findLastIndex((start) => start <= offset) + 1;
  const spans = functions.map(({ ranges: [range] }) => range).filter(({ startOffset }) => startOffset > 0);
  // The values of a class's fields count as one function, from the first to the last of them.
  for (const { startOffset, endOffset, count } of spans.sort((a, b) => b.endOffset - b.startOffset - a.endOffset + a.startOffset)) {
    const [first, last] = [lineAt(startOffset), lineAt(endOffset)];
    if (count > 0) for (let line = first; line <= last; line += 1) ran.add(line);
    else for (let line = first + 1; line < last; line += 1) ran.delete(line);
  }
  return [...ran];
}

function note() {
  session.post("Profiler.takePreciseCoverage", (_error, { result }) => {
    const found = {};
    for (const { url, functions } of result.filter((script) => script.url.startsWith(SERVED))) {
      const module = moduleAt(url);
      found[module.path] = [...(found[module.path] ?? []), ...linesOf(module, functions)];
    }
    appendFileSync(process.env.SPITE_NODE_REACH, `${JSON.stringify(found)}\n`);
  });
}

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (...words) => {
  note();
  return write(...words);
};
