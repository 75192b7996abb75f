// The types shared by all tables of cards, as JSDoc. No code.

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
 * @typedef {{width: number, height: number, letters?: number}} Size `letters`: how much larger than usual the text
 * among the cards is
 */

/**
 * The target position of one card. `z` orders it in its place, `strip` means that only its upper edge shows, `dense` is
 * the visible part of its height if that is little, `veiled` means that not even that is readable, `aside` that its
 * right half is covered by a second column, `cut` is the part of its height that is then drawn.
 * @typedef {{place: PlaceId, index: number, card: Card, pack: "stock" | "payoff", x: number, y: number, w: number,
 *   angle: number, z: number, strip: boolean, dense?: number, veiled: boolean, aside?: boolean, cut?: number}} CardSlot
 *
 * `at` is the card's position or destination; `seen` its visible position if different, read before anything is
 * changed; `held` its position under the finger; `coming` the number of cards that it brings while on its way from
 * another place, 0 once it has landed; `wait` the part of its flight for which it stays; `slot` is its latest slot.
 * @typedef {{element: HTMLElement, place: PlaceId, index: number, card: Card, at: Pose, down: boolean,
 *   seen: Pose | null, held: Pose | null, flight: Animation | null, coming: number, raised: boolean, wait: number,
 *   slot: CardSlot | null}} Piece
 * @typedef {{duration?: number, instant?: boolean}} Pace
 */

export {};
