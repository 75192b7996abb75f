// Something to read: the facts are those that are shown where one waits.

import { make } from "../dom/make.js";
import { facts } from "../dom/facts.js";

document.querySelector("[data-facts]")?.replaceChildren(...facts().map((text) => make("li", "", text)));
