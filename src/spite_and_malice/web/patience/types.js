// The shapes that the modules of the patience table share, as JSDoc types. No code.

/**
 * @typedef {import("./view.js").Suit} Suit
 * @typedef {import("./view.js").Cards} Cards
 * @typedef {import("./view.js").View} View
 * @typedef {import("./defaults.js").Rules} Rules
 *
 * The name of a place: "S" the stock, "W" the waste, "T1" … the tableau, "C1" … cells, "R1" … the reserve, "Fs" … "Fc" the
 * foundations ("Fs2" … the second ones; "F1" … those that have numbers instead), "P" the pocket, "F" the suits that
 * have left as runs, "X" what has left one by one or by pairs.
 * @typedef {import("../kernel/types.js").PlaceId} PlaceId
 *
 * A move taken apart: `count` cards go from `source` to `target`, or one from each of `source` and `partner` off the table. The
 * lowest of them is the one that `depth` says from the top; a card that is drawn from under others goes alone.
 * @typedef {{text: string, source: PlaceId, target: PlaceId, count: number, depth: number, partner?: PlaceId}} Move
 *
 * What the table takes in: the line itself answers the rest.
 * @typedef {Exclude<import("./messages.js").PatienceAnswer, {type: "pong" | "settings"}>} Message
 *
 * @typedef {import("../kernel/types.js").Rect} Rect
 * @typedef {import("../kernel/types.js").Size} Size
 * @typedef {import("../kernel/settings/settings.js").Settings} Settings
 *
 * One drawn card. `shown` is how much of its upper edge shows, `side`: of its left edge instead; `tight` that too little of it
 * shows to be read, for the cards around it say what it is; `dim` that others lie on it.
 * @typedef {import("../kernel/types.js").CardSlot & {shown: number, side: boolean, tight: boolean, dim: boolean}} Slot
 *
 * What can be hit: a place, or one face-up card of a pile. `spot` is where a card lies on it.
 * @typedef {{place: PlaceId, index: number}} Spot a card by where it lies
 * @typedef {"stock" | "waste" | "foundation" | "gone" | "cell" | "reserve" | "tableau"} Kind
 * @typedef {{key: string, id: PlaceId, index: number, kind: Kind, rect: Rect, spot: Rect}} Place
 *
 * How the table is cut up: `spots` is where the lowest card of each place lies, `floors` how far down each fanned pile can go,
 * `rise` how far apart the rows of a pyramid are. The waste and the suits that have left are fanned by `fan` and `spill`.
 * @typedef {{x: number, y: number}} Step
 * @typedef {{card: number, letters: number, spots: Map<PlaceId, Rect>, labels: Map<PlaceId, Rect>, floors: Map<PlaceId, number>, rise: number,
 *   fan: Step, spill: Step, tools: Rect, words: Rect}} Frame
 *
 * `piles` is where each place lies with all that can lie there, from its lowest card to the end of its room; `hours` says that the
 * piles of the tableau are those of a clock.
 * @typedef {Frame & {mode: "wide" | "tall" | "low", top: number, hours: boolean, slots: Slot[], places: Place[], piles: Map<PlaceId, Rect>,
 *   tops: Map<PlaceId, Rect>}} Layout
 */

export {};
