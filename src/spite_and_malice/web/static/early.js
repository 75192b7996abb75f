// A page can be pressed before its buttons' scripts have loaded, on a slow connection for seconds. The last press is
// stored and carried out afterwards.
(() => {
  const root = document.documentElement;
  if (root.dataset.ready !== undefined) return;
  /** @type {HTMLButtonElement | null} */
  let pressed = null;
  const keep = (/** @type {Event} */ event) => {
    const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (event.target).closest("#main button"));
    // A posted form is handled by the server.
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
