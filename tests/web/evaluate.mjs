// Runs functions on the browser's modules without a browser, for code that computes without drawing.
//
// A line of standard input is {"source": a function's text, "argument": what it gets}; it is answered by a line
// {"value": what it returns} or {"error": what went wrong}. Addresses are those of `table.test` (host.py).

import { register } from "node:module";
import { createInterface } from "node:readline";

import { root } from "./stand-in-root.js";

register("./resolve.mjs", import.meta.url);

// What the texts module needs of a page and a browser: their languages, and whether the page has its own words.
globalThis.document = { documentElement: root(), cookie: "" };
globalThis.navigator ??= { languages: ["en"] };

/** Failures outside the function that nobody awaited. */
let unheard = null;
process.on("unhandledRejection", (error) => void (unheard ??= error));

/** Modules by the address at which a test asked for them: each request takes the loader a third of a millisecond. */
const known = new Map();

/** What a test imports. */
async function imported(address) {
  if (!known.has(address)) known.set(address, await import(address));
  return known.get(address);
}

for await (const line of createInterface({ input: process.stdin })) {
  const { source, argument } = JSON.parse(line);
  let answer;
  try {
    // Inside a direct eval `import` is this module's.
    answer = { value: await eval(`(${source.replaceAll(/\bimport\(/g, "imported(")})`)(argument) };
  } catch (error) {
    answer = { error: error.stack };
  }
  if (unheard) answer = { error: unheard.stack ?? String(unheard) };
  unheard = null;
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
