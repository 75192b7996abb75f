// The shapes that the modules of the patience table share, as JSDoc types. No code.

/**
 * @typedef {"s" | "h" | "d" | "c"} Suit
 *
 * What the player sees, as the server sends it (PATIENCE.md section 6). A card that is on its way and not known yet is null.
 * @typedef {{rules: {draw: number, passes: number | null, empty: "king" | "any", worry_back: boolean}, stock: number,
 *   waste: (string | null)[], foundations: Record<Suit, number>, tableau: {down: number, up: string[]}[], pass: number,
 *   result: "won" | "stuck" | null, legal: string[]}} View
 *
 * The name of a place: "S" the stock, "W" the waste, "T1" … "T7", "Fs" … "Fc".
 * @typedef {import("../kernel/types.js").PlaceId} PlaceId
 *
 * A move taken apart: `count` cards go from `source` to `target`.
 * @typedef {{text: string, source: PlaceId, target: PlaceId, count: number}} Move
 *
 * What the table takes in: the line itself answers the rest.
 * @typedef {Exclude<import("./messages.js").PatienceAnswer, {type: "pong" | "settings"}>} Message
 *
 * @typedef {import("../kernel/types.js").Rect} Rect
 * @typedef {import("../kernel/types.js").Size} Size
 * @typedef {import("../kernel/types.js").Settings} Settings
 *
 * One drawn card. `shown` is how much of its upper edge shows; `side`: of its left edge instead.
 * @typedef {import("../kernel/cards/pieces.js").CardSlot & {shown: number, side: boolean}} Slot
 *
 * What can be hit: a place, or one face-up card of a pile. `spot` is where a card lies on it.
 * @typedef {{key: string, id: PlaceId, index: number, kind: "stock" | "waste" | "foundation" | "tableau", rect: Rect, spot: Rect}} Place
 *
 * `piles` is where each place lies with all that can lie there, from its lowest card to the end of its room.
 * @typedef {{mode: "wide" | "tall" | "low", card: number, top: number, slots: Slot[], places: Place[],
 *   piles: Map<PlaceId, Rect>, spots: Map<PlaceId, Rect>, tops: Map<PlaceId, Rect>, labels: Map<PlaceId, Rect>, tools: Rect,
 *   words: Rect}} Layout
 */

export {};
