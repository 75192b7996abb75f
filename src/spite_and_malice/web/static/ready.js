// Says when all of a page's modules have come and run, so that its buttons do what they are for.

const modules = /** @type {HTMLScriptElement[]} */ ([...document.querySelectorAll("script[type=module][src]")]);
const others = modules.map(({ src }) => src).filter((src) => src !== import.meta.url);
// One that has failed leaves its own buttons dead, and no others.
await Promise.allSettled(others.map((src) => import(src)));
document.documentElement.dataset.ready = "";
dispatchEvent(new Event("spite-ready"));
