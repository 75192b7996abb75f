// Finds the browser's modules for Node.js where the host `table.test` finds them. A module requested with a query has
// its own copies of all its imports, so that they read the current page when they start.

import { existsSync, readFileSync } from "node:fs";

const HOST = "http://table.test/";
const TESTS = new URL("./", import.meta.url);
const WEB = new URL("../../src/spite_and_malice/web/", TESTS);

/** The file that is served at an address, as host.py does. */
function fileAt(address) {
  const { pathname } = new URL(address);
  if (pathname.startsWith("/tests/")) return new URL(pathname.slice("/tests/".length), TESTS);
  const name = pathname.slice("/static/".length);
  const folder = new URL(name, WEB);
  return existsSync(folder) ? folder : new URL(`static/${name}`, WEB);
}

export function resolve(specifier, context, next) {
  const parent = context.parentURL?.startsWith(HOST) ? context.parentURL : HOST;
  if (parent === HOST && !specifier.startsWith("/")) return next(specifier, context);
  const url = new URL(specifier, parent);
  url.search ||= new URL(parent).search;
  return { url: url.href, format: "module", shortCircuit: true };
}

export function load(address, context, next) {
  if (!address.startsWith(HOST)) return next(address, context);
  return { format: "module", source: readFileSync(fileAt(address), "utf8"), shortCircuit: true };
}
