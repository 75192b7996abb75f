// The shapes the modules of the table share, as JSDoc types. No code.

/**
 * A card in the notation of RULES.md section 9 ("7h", "Td", "12", "*"); null is a card that nobody here may see.
 * @typedef {import("../kernel/types.js").Card} Card
 *
 * @typedef {import("./rules.js").Rules} Rules
 *
 * @typedef {import("./view.js").Player} Player
 * @typedef {import("./view.js").Result} Result
 * @typedef {import("./view.js").View} View
 *
 * The name of a place, the same from every seat: "hand:0", "payoff:1:0", "side:0:3", "centre:2", "stock".
 * @typedef {import("../kernel/types.js").PlaceId} PlaceId
 *
 * A parsed move. `cards` is empty for a source whose card is implied.
 * @typedef {{text: string, seat: number, pass: boolean, source: PlaceId, cards: string[], target: PlaceId}} Move
 *
 * @typedef {import("../kernel/types.js").Rect} Rect
 * @typedef {import("../kernel/types.js").Size} Size
 *
 * One drawn card. `z` orders it in its place, `strip` means that only its upper edge shows, `dense` is the visible part
 * of its height if that is little and else 0, `veiled` means that not even that is readable, `aside` that its right
 * half is covered, `cut` is the part of its height that is drawn if not all of it is.
 * @typedef {{place: PlaceId, index: number, card: Card, pack: "stock" | "payoff", x: number, y: number, w: number,
 *   angle: number, z: number, strip: boolean, dense: number, veiled: boolean, aside: boolean, cut?: number, stands: number | null}} Slot
 *
 * One place: where it can be hit, where its empty outline is drawn, and a card's rectangle on it (`spot`); a `doubled` stack lies in two columns.
 * @typedef {{id: PlaceId, kind: "hand" | "payoff" | "side" | "centre" | "stock", seat: number | null, index: number,
 *   rect: Rect, spot: Rect, hidden: number, label: Rect | null, doubled?: boolean, letters?: number}} Place
 *
 * The part of the table that belongs to one seat. `held` is the place of the number of its cards in hand if not beside
 * its name. The name of the own part is shown to spectators.
 * @typedef {{seat: number, rect: Rect, name: Rect, held: {x: number, y: number} | null, own: boolean, letters: number}} Area `letters`: how much larger than most have them
 *
 * How everything lies; `hands` tells how many cards each hand holds that is not drawn. `free` is how much higher than its place
 * the line of words can be and cover nothing.
 * @typedef {{mode: "round" | "wide" | "tall" | "low", twoPacks: boolean, card: number, top: number, slots: Slot[], places: Place[], areas: Area[],
 *   status: Rect, free: number, letters: number, centre: Rect, anchors: Map<PlaceId, Rect>, hands: Map<PlaceId, number>}} Layout
 *
 * @typedef {import("./messages.js").TableInfo} Table
 * @typedef {import("./messages.js").Snapshot} Snapshot
 * @typedef {import("./messages.js").Event} TakenAction
 * @typedef {import("./messages.js").ServerMessage} ServerMessage
 *
 * @typedef {import("./view.js").Standing} Standing
 *
 * The input of a table: the server's messages. Lessons and replays, which stand in for the server, leave out what only
 * tables of people have.
 * @typedef {"clocks" | "stand_in" | "match" | "standing" | "seconds" | "secret" | "next_commitment" | "worlds" | "pause"} OfPeople
 * @typedef {Omit<Snapshot, "people" | "chat" | "seconds"> & Partial<Pick<Snapshot, "people" | "chat" | "seconds">>} TableSnapshot
 * @typedef {Omit<TakenAction, OfPeople> & Partial<Pick<TakenAction, OfPeople>>} TableEvent
 * @typedef {Exclude<ServerMessage, Snapshot | TakenAction> | TableSnapshot | TableEvent} TableMessage
 *
 * @typedef {import("../kernel/settings/settings.js").Settings} Settings
 *
 * @typedef {import("../kernel/line/socket.js").Wire<import("./requests.js").Asked>} Wire
 * @typedef {import("../kernel/line/socket.js").Receiver<TableMessage>} Receiver
 *
 * A note beside a seat's name: a sign, a short one if there is little room, its text for screen readers, and a clock.
 * @typedef {{sign: string, short: string, label: string, clock: string, soon: boolean}} Mark
 *
 * A rating in whole points, with its uncertainty.
 * @typedef {{rating: number, give_or_take: number}} SeatRating
 *
 * One card in hand, or the top of a place; the selection; and what the board draws, where `unlit` means that no seat is
 * lit as the one to move.
 * @typedef {{place: PlaceId, index: number}} Spot
 * @typedef {{source: PlaceId, spots: number[], cards: string[]}} Selection
 * @typedef {{view: View, table: Table, layout: Layout, moves: Move[], selection: Selection | null, lit: string[], unlit: boolean,
 *   marks: Map<number, Mark>, ratings: (SeatRating | null)[], arrivals: (place: PlaceId) => {coming: number, lies: boolean}}} Scenery
 *
 * One line of the last turns.
 * @typedef {{seat: number, text: string}} Line
 *
 * The lobby's data for a table before its first game, whose rules are not in a view yet.
 * @typedef {Table & {rules: Rules}} GatheringTable
 *
 * Sends a message and returns its id; `refused` gets the sentence if the answer is no.
 * @typedef {(message: import("./requests.js").Asked, refused?: (message: string) => void) => string} Ask
 */

export {};
