// Joins the modules and style sheets of web/ for a release: `node join.mjs WEB OUT` writes them and prints their
// contents (docs/architecture.md). Files requested by a page keep their addresses, and need fewer others.

import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { rolldown } from "rolldown";

const [web, out] = process.argv.slice(2).map((path) => resolve(path));

/** Modules needed by a larger share of the pages go into one file for all. */
const MANY = 1 / 3;

/**
 * The pages with cards, and the modules that they always fetch for these, by the shared file. @type {Record<string,
 * string[]>}
 */
const TABLES = {
  "spite-table": ["spite/main.js", "spite/replay/replay.js", "spite/live/fair.js", "spite/live/remarks.js"],
  "patience-table": ["patience/main.js", "patience/replay.js"],
};
/** The page from which most people come to a table. */
const HOME = "pages/lobby/home.js";
/** Modules that pages always fetch, but after everything else. */
const LATER = ["app.js", "kernel/people/letters.js", "pages/accounts/follow.js", "kernel/sound/sound.js"];

/** Paths with this prefix are not joined: the offline game has workers, and is assembled on its own host. */
const ALONE = "offline/";
const ENTRY = "\0entry:";

/** The address of a file: files in static/ are served one folder higher. @param {string} path */
const addressOf = (path) => relative(web, path).split(sep).join("/").replace(/^static\//, "");

/** @param {string} address */
const fileOf = (address) => (existsSync(join(web, address)) ? join(web, address) : join(web, "static", address));

const templates = await Promise.all((await readdir(join(web, "templates"))).map((name) => readFile(join(web, "templates", name), "utf8")));
/** @param {RegExp} pattern @returns {string[]} the matches in the pages' markup, without duplicates */
const asked = (pattern) => [...new Set(templates.flatMap((text) => [...text.matchAll(pattern)].map(([, found]) => found)))].sort();

/** The entry modules of pages. */
const entries = asked(/<script type="module" src="{{ static }}\/(.+?)"/g).filter((address) => !address.startsWith(ALONE));

/** The imports of the modules, by address. @type {Map<string, string[]>} */
const imports = new Map();

/** @param {string} module @returns {Set<string>} the module and everything that it imports */
function needed(module) {
  const found = new Set([module]);
  for (const one of found) for (const other of imports.get(one) ?? []) found.add(other);
  return found;
}

/**
 * The needs of each page, by its entry module; computed once all modules are read. @type {Map<string, Set<string>> |
 * undefined}
 */
let pages;

/**
 * The file in which a module comes with others; null for one of its own, or that of its only importer. @param {string}
 * id
 */
function fileFor(id) {
  if (id.startsWith(ENTRY)) return null;
  pages ??= new Map([...entries, ...Object.values(TABLES).flat(), ...LATER].map((entry) => [entry, needed(entry)]));
  const module = addressOf(id);
  if (LATER.includes(module)) return "later";
  const isFor = (/** @type {string} */ entry) => pages?.get(entry)?.has(module);
  const users = entries.filter(isFor);
  const tables = Object.keys(TABLES).filter((name) => TABLES[name].some(isFor));
  // A separate page that others do not import.
  if (entries.includes(module) && ![...imports.values()].some((others) => others.includes(module))) return null;
  if (module === "places.js" || users.length >= entries.length * MANY) return "pages";
  if ((tables.length > 0 && isFor(HOME)) || (users.length > 0 && LATER.some(isFor))) return "pages";
  if (LATER.some(isFor)) return "later";
  if (tables.length > 1) return "tables";
  return tables[0] ?? null;
}

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((entry) => [entry, ENTRY + entry])),
  // Exports of an entry module that others import do not come from the page's file.
  preserveEntrySignatures: "allow-extension",
  checks: { ineffectiveDynamicImport: false },
  plugins: [
    {
      name: "as-served",
      resolveId(id, from) {
        if (id.startsWith(ENTRY)) return id;
        if (!from) return null;
        const address = from.startsWith(ENTRY) ? id : addressOf(resolve(dirname(fileOf(addressOf(from))), id));
        // Relative to a file next to all folders, where the importing file will be.
        return address.startsWith(ALONE) ? { id: `./${address}`, external: true } : fileOf(address);
      },
      load(id) {
        if (id.startsWith(ENTRY)) return `export * from ${JSON.stringify(id.slice(ENTRY.length))};`;
        return null;
      },
      moduleParsed({ id, importedIds }) {
        if (!id.startsWith("\0")) imports.set(addressOf(id), importedIds.filter((other) => other.startsWith(web)).map(addressOf));
      },
    },
  ],
});
const generated = await bundle.generate({
  format: "es",
  minify: true,
  entryFileNames: "[name]",
  chunkFileNames: ({ facadeModuleId, moduleIds }) => (facadeModuleId && moduleIds.length > 0 ? addressOf(facadeModuleId) : "[name].js"),
  codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: fileFor, debugName: "files" }] },
});

const output = generated.output.map(({ fileName, code, imports, moduleIds }) => ({ fileName, code, imports, moduleIds }));

/** The joiner's own runtime: 300 bytes, which go into the file that every page has. */
const HELPER = "rolldown-runtime.js";
const PAGES = "pages.js";
/** @param {string} names as in `import {a as b}` @returns {string} the same as in `const {a: b}` */
const asFields = (names) => names.replaceAll(" as ", ":");
const helper = output.find(({ fileName }) => fileName === HELPER);
if (helper) {
  const [, body, exported] = /^([^]*?)export\{([^}]*)\};?\s*$/.exec(helper.code) ?? [];
  const fields = exported.split(",").map((each) => asFields(each.split(" as ").reverse().join(" as ")));
  for (const chunk of output.filter((one) => one !== helper)) {
    chunk.imports = [...new Set(chunk.imports.map((file) => (file === HELPER ? PAGES : file)))].filter((file) => file !== chunk.fileName);
    chunk.code = chunk.code.replace(/import\{([^}]*)\}from"([./]+)rolldown-runtime\.js";?/, (_all, names, way) =>
      chunk.fileName === PAGES ? `const{${asFields(names)}}=$helper;` : `import{$helper}from"${way}${PAGES}";const{${asFields(names)}}=$helper;`,
    );
    if (chunk.fileName === PAGES) chunk.code = `const $helper=(()=>{${body}return{${fields}}})();export{$helper};${chunk.code}`;
  }
  output.splice(output.indexOf(helper), 1);
}

await rm(out, { recursive: true, force: true });
/** @param {string} address @param {string} text */
async function write(address, text) {
  await mkdir(dirname(join(out, address)), { recursive: true });
  await writeFile(join(out, address), text);
}

const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
/** @param {string} file @returns {string[]} */
function files(file) {
  const found = new Set([file]);
  for (const one of found) for (const other of chunks.get(one)?.imports ?? []) if (chunks.has(other)) found.add(other);
  return [...found].sort();
}

const needs = new Map();
for (const chunk of output) {
  await write(chunk.fileName, chunk.code);
  for (const id of chunk.moduleIds) if (!id.startsWith("\0")) needs.set(addressOf(id), files(chunk.fileName));
}
for (const entry of entries) needs.set(entry, files(entry));

// Unjoined files still request their imports.
const offline = (await readdir(join(web, ALONE))).filter((name) => name.endsWith(".js"));
const others = await Promise.all(offline.map((name) => readFile(join(web, ALONE, name), "utf8")));
const kept = new Set(
  others.flatMap((text) => [...text.matchAll(/from "\.\.\/(.+?)"/g)].flatMap(([, address]) => [...needed(address)])),
);
const replaced = [...imports.keys()].filter((module) => !chunks.has(module) && !kept.has(module)).sort();

/** @type {Record<string, string>} */
const sheets = {};
for (const list of asked(/{{ sheets\((.+?)\) }}/g)) {
  const names = [...list.matchAll(/"(.+?)"/g)].map(([, name]) => name);
  if (names.length < 2) continue;
  const joint = `${names.join("+").replaceAll("/", "-")}.css`;
  const texts = await Promise.all(names.map((name) => readFile(fileOf(`${name}.css`), "utf8")));
  await write(joint, texts.map((text) => text.replace(/\/\*[^]*?\*\//g, "").replace(/\s*\n\s*/g, "\n")).join("\n"));
  sheets[names.join(" ")] = joint;
}
console.log(JSON.stringify({ needs: Object.fromEntries([...needs].sort()), replaced, sheets }));
