// Ranks, suits and court figures as SVG symbols, drawn once and used by every card, so that a card looks the same on
// every machine whatever fonts it has. Ranks are monoline: centre lines in a box 100 high, stroked by CSS.

/** Centre lines of the characters and the width of their box. @type {Record<string, [number, string]>} */
const CHARACTERS = {
  0: [60, "M30 8C45 8 52 25 52 50S45 92 30 92 8 75 8 50 15 8 30 8Z"],
  1: [46, "M10 27 31 9V92"],
  2: [60, "M9 33C9 18 18 8 31 8 44 8 52 17 52 30 52 42 46 50 36 60L9 91H53"],
  3: [60, "M10 9H50L28 40C43 40 53 50 53 65 53 81 43 92 29 92 18 92 11 87 7 78"],
  4: [64, "M44 92V9H41L7 68H58"],
  5: [60, "M49 9H17L13 46C18 40 24 37 31 37 44 37 53 48 53 64 53 81 43 92 29 92 18 92 11 87 7 79"],
  6: [60, "M45 9C24 18 8 38 8 64 8 81 17 92 30 92 43 92 52 82 52 66 52 51 43 41 31 41 19 41 9 50 8 64"],
  7: [58, "M7 9H51L24 92"],
  8: [
    60,
    "M30 47C19 47 12 39 12 28S19 8 30 8 48 16 48 28 41 47 30 47C17 47 7 56 7 69S17 92 30 92 53 83 53 69 43 47 30 47Z",
  ],
  9: [60, "M15 91C36 82 52 62 52 36 52 19 43 8 30 8 17 8 8 18 8 34 8 49 17 59 29 59 41 59 51 50 52 36"],
  A: [68, "M7 92 34 9 61 92M17 65H51"],
  J: [54, "M20 9H45V66C45 82 37 92 25 92 14 92 8 85 7 74"],
  Q: [70, "M35 8C51 8 61 25 61 50S51 92 35 92 9 75 9 50 19 8 35 8ZM41 69 61 95"],
  K: [64, "M11 8V92M55 9 12 58M27 42 57 92"],
};

const SUITS = {
  s: "M50 4C60 24 92 38 92 63 92 80 72 88 56 76 57 86 60 92 66 96H34C40 92 43 86 44 76 28 88 8 80 8 63 8 38 40 24 50 4Z",
  h: "M50 94C28 72 6 56 6 33 6 16 18 7 29 7 39 7 46 13 50 22 54 13 61 7 71 7 82 7 94 16 94 33 94 56 72 72 50 94Z",
  d: "M50 3 88 50 50 97 12 50Z",
  c: "M50 5A22 22 0 0 1 66 42 22 22 0 1 1 57 73C57 84 60 91 66 96H34C40 91 43 84 43 73A22 22 0 1 1 34 42 22 22 0 0 1 50 5Z",
};

/** A star of five points around (50, 50). */
function star(/** @type {number} */ outer, /** @type {number} */ inner) {
  const point = (/** @type {unknown} */ _, /** @type {number} */ i) => {
    const angle = (Math.PI * i) / 5 - Math.PI / 2;
    const radius = i % 2 === 0 ? outer : inner;
    return `${(50 + radius * Math.cos(angle)).toFixed(1)} ${(53 + radius * Math.sin(angle)).toFixed(1)}`;
  };
  return `M${Array.from({ length: 10 }, point).join(" ")}Z`;
}

/*
 * Court figures in a box 100 × 120, in two inks: `currentColor` (the suit's) and --gilt. The robe is one shape for
 * all three; crown, hair and collar tell them apart.
 */
const ROBE = '<path class="ink" d="M8 120C8 92 26 80 50 80S92 92 92 120Z"/>';
const FACE = '<path class="skin" d="M33 40H67V58C67 72 60 80 50 80S33 72 33 58Z"/>';
const COURT = {
  J:
    '<path class="ink" d="M26 42C26 40 74 40 74 42V66C74 72 68 74 66 68L64 50H36L34 68C32 74 26 72 26 66Z"/>' +
    FACE +
    ROBE +
    '<path class="gilt" d="M24 40C24 24 36 18 52 18 66 18 76 26 76 40Z"/><path class="line" d="M66 22C72 8 82 4 92 6 90 16 82 24 70 28"/>' +
    '<path class="gilt" d="M50 84 68 120H32Z"/>',
  Q:
    '<path class="ink" d="M24 92C18 60 22 36 50 36S82 60 76 92L66 80V52H34V80Z"/>' +
    FACE +
    ROBE +
    '<path class="gilt" d="M28 38 22 14 38 26 50 8 62 26 78 14 72 38Z"/><circle class="gilt" cx="50" cy="7" r="5"/>' +
    '<path class="gilt" d="M28 84C36 100 64 100 72 84L80 90C68 112 32 112 20 90Z"/>',
  K:
    '<path class="ink" d="M28 40H72V66C72 84 62 96 50 96S28 84 28 66Z"/><path class="skin" d="M35 40H65V56C65 58 62 60 50 60S35 58 35 56Z"/>' +
    ROBE +
    '<path class="ink" d="M32 58C40 64 60 64 68 58V72C64 88 56 96 50 96S36 88 32 72Z"/>' +
    '<path class="gilt" d="M24 38V12L37 22 50 8 63 22 76 12V38Z"/><path class="line thin" d="M28 31H72"/>' +
    '<path class="gilt" d="M26 94 44 120H34L14 100ZM74 94 56 120H66L86 100Z"/>',
};

/**
 * The width of a rank's box where it is 100 high; "10" and other numbers are set tight as one glyph.
 * @param {string} label
 */
export function glyphWidth(label) {
  return [...label].reduce((sum, character) => sum + CHARACTERS[character][0], 0) - 3 * (label.length - 1);
}

/** @param {string} label */
function glyphPath(label) {
  let x = 0;
  return [...label]
    .map((character) => {
      const [width, path] = CHARACTERS[character];
      const drawn = `<path transform="translate(${x})" d="${path}"/>`;
      x += width - 3;
      return drawn;
    })
    .join("");
}

const RANKS = ["A", "J", "Q", "K", ...Array.from({ length: 15 }, (_, i) => String(i + 1))];

/** The sprite: one hidden SVG that holds every symbol, to be put into the document once. */
export function sprite() {
  const symbol = (/** @type {string} */ id, /** @type {string} */ box, /** @type {string} */ content) =>
    `<symbol id="${id}" viewBox="${box}">${content}</symbol>`;
  return [
    '<svg width="0" height="0" aria-hidden="true" style="position:absolute">',
    ...RANKS.map((label) => symbol(`rank-${label}`, `0 0 ${glyphWidth(label)} 100`, glyphPath(label))),
    ...Object.entries(SUITS).map(([suit, path]) => symbol(`suit-${suit}`, "0 0 100 100", `<path d="${path}"/>`)),
    ...Object.entries(COURT).map(([rank, content]) => symbol(`court-${rank}`, "0 0 100 120", content)),
    symbol("star", "0 0 100 100", `<path class="ink" d="${star(52, 22)}"/><path class="gilt" d="${star(26, 11)}"/>`),
    "</svg>",
  ].join("");
}
