// Runs on every page before anything is visible or can be pressed.

// No page is shown with another theme, text size or surface than chosen. <html data-looks> lists the choices, for
// each kind the default first.
(() => {
  const root = document.documentElement;
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  /** @type {Record<string, unknown>} */
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("spite.settings") ?? "{}");
  } catch {
    // Storage may be closed or hold something else: then the default is right.
  }
  if (chosen.theme === "dark" || chosen.theme === "light") root.dataset.theme = chosen.theme;
  if (chosen.left === true) root.dataset.hand = "left";
  if (typeof chosen.letters === "string" && chosen.letters !== "auto") root.dataset.letters = chosen.letters;
  if (chosen.contrast === true || chosen.colours === "contrast") root.dataset.contrast = "more";
  const looks = JSON.parse(root.dataset.looks ?? "{}");
  const look = (/** @type {string} */ kind) => {
    const names = Object.keys(looks[kind]);
    return names.find((name) => name === chosen[kind]) ?? names[0];
  };
  const pack = look("pack");
  if (pack !== Object.keys(looks.pack)[0]) root.dataset.pack = pack;
  const surface = look("surface");
  root.dataset.surface = surface;
  // The page has the default one already. Written, not appended: the page waits for it.
  if (surface !== Object.keys(looks.surface)[0])
    document.write(`<link rel="stylesheet" href="${new URL(`look/surfaces/${surface}.css`, script.src)}">`);
  if (script.dataset.cards === undefined) return;
  const deck = new URL(`look/decks/${look("deck")}.svg`, script.src);
  document.write(`<link rel="preload" href="${deck}" as="fetch" crossorigin>`);
})();

// A held key presses once: the browser would press repeatedly, even the element that replaced the first one.
(() => {
  /** The action of each key. @type {Record<string, string>} */
  const pressed = { "Enter": "button, a, summary, input, select", " ": "button, summary" };
  const isRepeated = (/** @type {KeyboardEvent} */ { key, repeat, target }) =>
    repeat && pressed[key] && target instanceof Element && target.matches(pressed[key]);
  addEventListener("keydown", (event) => isRepeated(event) && event.preventDefault(), true);
})();
