// Something to read: the facts are those that are shown where one waits.

import { make } from "../kernel/dom/make.js";
import { facts } from "../kernel/dom/facts.js";

document.querySelector("[data-facts]")?.replaceChildren(...facts().map((text) => make("li", "", text)));
