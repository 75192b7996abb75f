// Reports when all of a page's modules have run, so that its buttons work. Loading them proves nothing: some engines
// fetch a module and never run it, without an error. So each module's last step is to export `ready`, true or the
// promise that the page has to wait for. A module that never ran has no such value, and reading it is an error.

/** @param {string} src */
async function run(src) {
  const { ready } = await import(src);
  await ready;
}

async function tell() {
  const modules = /** @type {HTMLScriptElement[]} */ ([...document.querySelectorAll("script[type=module][src]")]);
  const others = modules.map(({ src }) => src).filter((src) => src !== import.meta.url);
  const outcomes = await Promise.allSettled(others.map(run));
  // A failed one only leaves its own buttons dead.
  document.documentElement.dataset.ready = outcomes.every(({ status }) => status === "fulfilled") ? "" : "partly";
  dispatchEvent(new Event("spite-ready"));
}

void tell();
