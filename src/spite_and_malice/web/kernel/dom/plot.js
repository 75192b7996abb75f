// Plots over a row of columns, as SVG: stacked bars, dots, and a line. They are as wide as their container, so that the
// axis labels are readable on every screen. The content of a plot must also be beside it in words or as a table.

import { make } from "./make.js";

/**
 * The content of a plot. Bars and dots are measured by the axis, from `bottom` (0) to `top`; so is the line, or from 0
 * to `lineTop`. `names` are those of the columns; as many are written as fit.
 * @typedef {{label: string, columns: number, top: number, bottom?: number, format: (value: number) => string, names?: string[],
 *   bars?: {value: number, className: string}[][], dots?: ({value: number, className: string} | null)[],
 *   line?: (number | null)[], lineTop?: number, height?: number}} Plot
 */

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 220;
/** Room for the axis labels, in pixels. */
const LEFT = 44;
const RIGHT = 8;
const ABOVE = 10;
const BELOW = 22;
/** The least width of the name of a column. */
const NAME = 64;
const WIDEST_BAR = 28;

/** @param {Plot} plot */
export function drawPlot(plot) {
  const holder = make("div", "plot");
  let width = 0;
  new ResizeObserver(() => {
    // A hidden element has no width.
    if (holder.clientWidth === width || holder.clientWidth <= LEFT + RIGHT) return;
    width = holder.clientWidth;
    holder.replaceChildren(draw(plot, width));
  }).observe(holder);
  return holder;
}

/** The next round number for an axis: 1, 2 or 5 followed by zeros. @param {number} value above 0 */
export function roundTop(value) {
  const unit = 10 ** Math.floor(Math.log10(value));
  return unit * (/** @type {number} */ ([1, 2, 5, 10].find((step) => step * unit >= value)));
}

/** @param {Plot} plot @param {number} width */
function draw(plot, width) {
  const { label, columns, top, bottom = 0, format, names = [], bars = [], dots = [], line = [], lineTop } = plot;
  const height = plot.height ?? HEIGHT;
  const [right, floor] = [width - RIGHT, height - (names.length > 0 ? BELOW : ABOVE)];
  const wide = (right - LEFT) / Math.max(1, columns);
  const x = (/** @type {number} */ at) => LEFT + (at + 0.5) * wide;
  const y = (/** @type {number} */ value, highest = top, lowest = bottom) => floor - ((value - lowest) / (highest - lowest)) * (floor - ABOVE);
  const drawing = element("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  for (const value of new Set([bottom, bottom < 0 ? 0 : (top + bottom) / 2, top])) {
    drawing.append(element("path", { class: value === Math.max(0, bottom) ? "axis" : "grid", d: `M${LEFT} ${y(value)}H${right}` }));
    drawing.append(text(format(value), { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }));
  }
  const every = Math.max(1, Math.ceil(NAME / wide));
  for (let at = columns - 1; at >= 0 && names.length > 0; at -= every) {
    // On the left there is room for a name, under the axis label.
    const place = x(at) + NAME / 2 > width ? { x: right, "text-anchor": "end" } : { x: x(at), "text-anchor": "middle" };
    drawing.append(text(names[at], { ...place, y: height - 4 }));
  }
  bars.forEach((parts, at) => {
    let from = 0;
    for (const { value, className } of parts) {
      const w = Math.min(WIDEST_BAR, wide * 0.7);
      if (value > 0) drawing.append(element("rect", { class: className, x: x(at) - w / 2, y: y(from + value), width: w, height: y(from) - y(from + value) }));
      from += value;
    }
  });
  drawing.append(element("path", { class: "line", d: path(line.map((value, at) => (value === null ? null : [x(at), lineTop === undefined ? y(value) : y(value, lineTop, 0)]))) }));
  dots.forEach((dot, at) => {
    if (dot) drawing.append(element("circle", { class: dot.className, cx: x(at), cy: y(dot.value), r: Math.min(4, Math.max(2, wide / 3)) }));
  });
  return drawing;
}

/** A line through points; across a gap it continues straight. @param {([number, number] | null)[]} points */
function path(points) {
  return points.flatMap((point) => (point ? [`${point[0].toFixed(1)} ${point[1].toFixed(1)}`] : [])).map((at, n) => `${n ? "L" : "M"}${at}`).join("");
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** @param {string} words @param {Record<string, string | number>} attributes */
function text(words, attributes) {
  const made = element("text", attributes);
  made.textContent = words;
  return made;
}
