// Runs before everything else: the offline page is in the chosen language, or in the first available one of the
// browser's. <html data-languages> lists the available ones. The language's texts are loaded before any module runs.
(() => {
  const root = document.documentElement;
  /** @type {[string, string][]} */
  const there = JSON.parse(root.dataset.languages ?? "[]");
  const chosen = document.cookie.match(/(?:^|; )spite_language=([\w-]+)/)?.[1];
  const wanted = [...(chosen ? [chosen] : []), ...navigator.languages].map((code) => code.replace("_", "-").toLowerCase());
  for (const want of wanted) {
    const found = there.find(([code]) => [want, want.split("-")[0]].includes(code.replace("_", "-").toLowerCase()));
    if (!found) continue;
    root.lang = found[0].replace("_", "-");
    const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
    // Written, not appended: it keeps its place before the modules.
    if (found[0] !== "en") document.write(`<script defer src="${new URL(`../texts/${found[0]}.js`, here)}"></script>`);
    return;
  }
})();
