// The way home among other buttons, which has the sign of the bar where room is scarce.

import { _ } from "../../texts.js";
import { make } from "./make.js";

/** A link with a sign and a word; which of them is seen is the style sheet's to say. */
export function homeLink() {
  const link = Object.assign(make("a", "button bare home", make("span", "", _("Home"))), { href: "/" });
  const sign = document.querySelector(".bar .home .icon");
  if (sign) link.prepend(sign.cloneNode(true));
  return link;
}
