// The shapes that the modules of the patience table share, as JSDoc types. No code.

/**
 * @typedef {import("./view.js").Suit} Suit
 * @typedef {import("./view.js").Cards} Cards
 * @typedef {import("./view.js").View} View
 * @typedef {import("./defaults.js").Rules} Rules
 *
 * The name of a place: "S" the stock, "W" the waste, "T1" … the tableau, "C1" … cells, "R1" … the reserve, "Fs" … "Fc" the
 * foundations ("Fs2" … the second ones; "F1" … numbered ones), "P" the pocket, "F" the suits that
 * have left as runs, "X" the cards that left one by one or in pairs.
 * @typedef {import("../kernel/types.js").PlaceId} PlaceId
 *
 * A parsed move: `count` cards go from `source` to `target`, or one from each of `source` and `partner` off the table.
 * The lowest of them is at `depth` from the top; a card drawn from under others goes alone.
 * @typedef {{text: string, source: PlaceId, target: PlaceId, count: number, depth: number, partner?: PlaceId}} Move
 *
 * The messages that the table handles: the connection itself handles the rest.
 * @typedef {Exclude<import("./messages.js").PatienceAnswer, {type: "pong" | "settings"}>} Message
 *
 * @typedef {import("../kernel/types.js").Rect} Rect
 * @typedef {import("../kernel/types.js").Size} Size
 * @typedef {import("../kernel/settings/settings.js").Settings} Settings
 *
 * One drawn card. `shown` is the visible part of its upper edge, or with `side` of its left edge; `tight` means that
 * too little shows to be read, because the cards around it identify it; `dim` that others lie on it.
 * @typedef {import("../kernel/types.js").CardSlot & {shown: number, side: boolean, tight: boolean, dim: boolean}} Slot
 *
 * A hit area: a place, or one face-up card of a pile. `spot` is the rectangle of a card on it.
 * @typedef {{place: PlaceId, index: number}} Spot a card by its place
 * @typedef {"stock" | "waste" | "foundation" | "gone" | "cell" | "reserve" | "tableau"} Kind
 * @typedef {{key: string, id: PlaceId, index: number, kind: Kind, rect: Rect, spot: Rect}} Place
 *
 * The division of the table: `spots` has the rectangle of the lowest card of each place, `floors` how far down each
 * fanned pile can reach, `rise` the distance between the rows of a pyramid. The waste and the suits that have left are
 * fanned by `fan` and `spill`.
 * @typedef {{x: number, y: number}} Step
 * @typedef {{card: number, letters: number, spots: Map<PlaceId, Rect>, labels: Map<PlaceId, Rect>, floors: Map<PlaceId, number>, rise: number,
 *   fan: Step, spill: Step, tools: Rect, words: Rect}} Frame
 *
 * `piles` has the area of each place with all its possible cards, from its lowest card to the end of its room; `hours`
 * means that the piles of the tableau are those of a clock.
 * @typedef {Frame & {mode: "wide" | "tall" | "low", top: number, hours: boolean, slots: Slot[], places: Place[], piles: Map<PlaceId, Rect>,
 *   tops: Map<PlaceId, Rect>}} Layout
 */

export {};
