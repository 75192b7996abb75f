// A row of stars, some of them won and some just now; pages that the server makes have the like (templates/_parts.html.j2).

import { make } from "./make.js";
import { ngettext } from "../../texts.js";

const STAR = "M12 2.500l2.900 6.100 6.600.9-4.800 4.700 1.200 6.700-5.900-3.200-5.900 3.200 1.200-6.700L2.500 9.500l6.600-.9z";

/** @param {number} stars @param {number} before how many were won earlier @param {number} [most] */
export function starRow(stars, before, most = 3) {
  const row = make("p", "stars");
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", ngettext("{n} star of {most}", "{n} stars of {most}", stars, { most }));
  const star = (/** @type {number} */ at) => {
    const names = `star${at < stars ? " won" : ""}${at >= before && at < stars ? " new" : ""}`;
    return `<svg class="${names}" viewBox="0 0 24 24" aria-hidden="true"><path d="${STAR}"/></svg>`;
  };
  row.innerHTML = Array.from({ length: most }, (_none, at) => star(at)).join("");
  return row;
}
