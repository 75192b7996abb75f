// Runs before the first paint, so that a stored theme never flashes the other one.
(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem("spite.settings") ?? "{}");
    if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be closed to us or hold something else: the system's theme is right then.
  }
})();
