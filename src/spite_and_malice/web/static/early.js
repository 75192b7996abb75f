// A page can be pressed before what its buttons do has come, on a slow line for seconds. The last press is kept and done then.
(() => {
  const root = document.documentElement;
  if (root.dataset.ready !== undefined) return;
  /** @type {HTMLButtonElement | null} */
  let pressed = null;
  const keep = (/** @type {Event} */ event) => {
    const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (event.target).closest("#main button"));
    // The server answers to a form that is posted.
    if (!button || button.form?.method === "post") return;
    event.preventDefault();
    event.stopPropagation();
    pressed = button;
  };
  addEventListener("click", keep, true);
  addEventListener("spite-ready", () => {
    removeEventListener("click", keep, true);
    pressed?.click();
  });
})();
