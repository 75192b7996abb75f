// The course of one's own rating: a plot, and the same as a table.

import { _, region } from "../../texts.js";
import { make } from "../../kernel/dom/make.js";
import { drawPlot } from "../../kernel/dom/plot.js";
import { listing } from "../statistics/statistic-parts.js";

/** @typedef {{at: number, rating: number, give_or_take: number, url: string}} Point */

/** The axis ends at hundreds. */
const STEP = 100;

const place = document.querySelector("[data-course]");
const points = /** @type {Point[]} */ (JSON.parse(document.querySelector("[data-points]")?.textContent ?? "[]"));
if (place && points.length > 0) place.append(plot(), table());

function plot() {
  const ratings = points.map(({ rating }) => rating);
  return drawPlot({
    label: _("Your rating after each game"),
    columns: points.length,
    bottom: STEP * Math.floor(Math.min(...ratings) / STEP - 0.1),
    top: STEP * Math.ceil(Math.max(...ratings) / STEP + 0.1),
    format: (value) => String(Math.round(value)),
    names: points.map(({ at }) => new Date(at).toLocaleDateString(region, { day: "numeric", month: "short" })),
    line: ratings,
    dots: ratings.map((value) => ({ value, className: "won" })),
  });
}

function table() {
  const rows = points.map(({ at, rating, give_or_take: doubt, url }) => {
    const day = Object.assign(make("a", "", new Date(at).toLocaleString(region, { dateStyle: "medium", timeStyle: "short" })), { href: url });
    return [day, String(rating), String(doubt)];
  });
  const heads = [_("When"), _("Rating"), _("Give or take")];
  const inside = listing(_("Your rating after each game"), heads, rows.reverse());
  return make("details", "as-table", make("summary", "", _("As a table")), inside);
}

export const ready = true;
