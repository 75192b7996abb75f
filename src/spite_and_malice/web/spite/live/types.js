// What the parts for tables of several people share, as JSDoc types. No code.

/**
 * What the lobby shows of a table before its first game, whose rules are not in a view yet.
 * @typedef {import("../messages.js").TableInfo & {rules: import("../types.js").Rules}} GatheringTable
 *
 * Sends a message and returns its id; `refused` is told the sentence if the answer is no.
 * @typedef {(message: import("../requests.js").Asked, refused?: (message: string) => void) => string} Ask
 */

export {};
