// A key that is held presses once: the browser would press again and again, also what the first press has laid under it.

/** The action of each key. @type {Record<string, string>} */
const PRESSED = { "Enter": "button, a, summary, input, select", " ": "button, summary" };

addEventListener(
  "keydown",
  (event) => {
    const pressed = PRESSED[event.key];
    if (event.repeat && pressed && event.target instanceof Element && event.target.matches(pressed)) event.preventDefault();
  },
  true,
);
