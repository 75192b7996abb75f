// Runs before all else: the offline page is in the language that was chosen, or in the first of the browser's that
// there is. <html data-languages> says which there are.
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
    return;
  }
})();
