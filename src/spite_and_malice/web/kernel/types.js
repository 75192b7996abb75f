// The shapes that every table of cards shares, as JSDoc types. No code.

/**
 * A card in its notation ("7h", "Td", "12", "*"); null is one that nobody here may see.
 * @typedef {string | null} Card
 *
 * The name of a place of the table: a pile, a stack, a hand.
 * @typedef {string} PlaceId
 *
 * In CSS pixels, from the table's upper left corner.
 * @typedef {{x: number, y: number, w: number, h: number}} Rect
 * @typedef {{width: number, height: number, letters?: number}} Size `letters`: how much larger words among the cards are than most have them
 */

export {};
