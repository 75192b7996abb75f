// The settings page: those of every table, and those of each of the two games.

import { drawSettings } from "../../kernel/settings/preferences.js";
import { applySettings, loadSettings, saveSettings } from "../../kernel/settings/settings.js";
import { hear, hearRoom } from "../../kernel/sound/sounds.js";

/** Shows them on the page. @param {HTMLElement} body */
function start(body) {
  /**
   * The target of the settings on this page without cards.
   * @type {import("../../kernel/settings/preferences.js").Dressed}
   */
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
