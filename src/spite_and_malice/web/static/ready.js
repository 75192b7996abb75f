// Says when all of a page's modules have run, so that its buttons do what they are for. That they have come says nothing: there are
// engines that fetch a module and never run it, without an error. So each says it by the last thing that it does: it exports `ready`,
// true or the promise of what the page has to wait for. What was never run has no such value yet, and asking for it is an error.

/** @param {string} src */
async function run(src) {
  const { ready } = await import(src);
  await ready;
}

async function tell() {
  const modules = /** @type {HTMLScriptElement[]} */ ([...document.querySelectorAll("script[type=module][src]")]);
  const others = modules.map(({ src }) => src).filter((src) => src !== import.meta.url);
  const outcomes = await Promise.allSettled(others.map(run));
  // One that has failed leaves its own buttons dead, and no others.
  document.documentElement.dataset.ready = outcomes.every(({ status }) => status === "fulfilled") ? "" : "partly";
  dispatchEvent(new Event("spite-ready"));
}

void tell();
