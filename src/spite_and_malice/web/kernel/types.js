// The shapes that every table of cards shares, as JSDoc types. No code.

/** @import {Pose} from "./cards/motion.js" */

/**
 * A card in its notation ("7h", "Td", "12", "*"); null is a card that this viewer may not see.
 * @typedef {string | null} Card
 *
 * The name of a place of the table: a pile, a stack, a hand.
 * @typedef {string} PlaceId
 *
 * In CSS pixels, from the table's upper left corner.
 * @typedef {{x: number, y: number, w: number, h: number}} Rect
 * @typedef {{width: number, height: number, letters?: number}} Size `letters`: how much larger words among the cards are than most have them
 */

/**
 * Where one card shall lie. `z` orders it in its place, `strip` says that only its upper edge shows, `dense` how much
 * of its height where that is little, `veiled` that not even that can be read, `aside` that its right half is covered
 * by a second column, `cut` the part of its height that is drawn then.
 * @typedef {{place: PlaceId, index: number, card: Card, pack: "stock" | "payoff", x: number, y: number, w: number,
 *   angle: number, z: number, strip: boolean, dense?: number, veiled: boolean, aside?: boolean, cut?: number}} CardSlot
 *
 * `at` is where the card lies or is going; `seen` where the eye sees it instead, read before anything is changed; `held`
 * where the finger holds it; `coming` how many cards it brings while it is on its way from another place, 0 once it lies; `wait`
 * for how long of its flight it stays; `slot` is what it was given last.
 * @typedef {{element: HTMLElement, place: PlaceId, index: number, card: Card, at: Pose, down: boolean,
 *   seen: Pose | null, held: Pose | null, flight: Animation | null, coming: number, raised: boolean, wait: number,
 *   slot: CardSlot | null}} Piece
 * @typedef {{duration?: number, instant?: boolean}} Pace
 */

export {};
