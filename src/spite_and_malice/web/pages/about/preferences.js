// The settings page: those of every table, and those of each of the two games.

import { drawSettings } from "../../kernel/settings/preferences.js";
import { applySettings, loadSettings, saveSettings } from "../../kernel/settings/settings.js";
import { hear, hearRoom } from "../../kernel/sound/sounds.js";

/** Shows them where the page has room for them. @param {HTMLElement} body */
function start(body) {
  /** What the settings change here, where no cards lie. @type {import("../../kernel/settings/preferences.js").Dressed} */
  const page = {
    settings: loadSettings(),
    change(settings) {
      page.settings = settings;
      saveSettings(settings);
      void applySettings(settings);
      void hearRoom(settings);
    },
    tell() {},
    sound: (name, step) => void hear(page.settings, name, step),
  };
  const draw = () => drawSettings(body, page, ["spite", "patience"], true);
  addEventListener("spite-settings", () => {
    page.settings = loadSettings();
    draw();
  });
  draw();
}

start(/** @type {HTMLElement} */ (document.querySelector("[data-preferences]")));

export const ready = true;
