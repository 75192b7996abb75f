// The shapes of what the server says about the people at a table (docs/protocol.md), as JSDoc types. No code.

/**
 * @typedef {{kind: "person" | "computer" | "open", name: string, side: number, player: string | null, host: boolean,
 *   here: boolean, away_since: number | null, stand_in: "away" | "left" | "clock" | null, free: boolean,
 *   contributed: boolean}} PersonSeat
 *
 * @typedef {import("../pages/settings.js").TableSettings} TableSettings
 *
 * @typedef {{state: "gathering" | "running" | "game_over" | "match_over", you: number | null, host: boolean,
 *   watching: number, seats: PersonSeat[], clocks: (number | null)[] | null, settings: TableSettings,
 *   next_commitment: string | null}} People
 *
 * A line of the chat; of text and phrase one is null.
 * @typedef {{number: number, seat: number | null, name: string, text: string | null, phrase: string | null, at: number,
 *   id: string | null}} Said
 *
 * What the lobby shows of a table before its first game.
 * @typedef {{id: string, name: string, preset: string | null, rules: Record<string, any>, rules_words: string[],
 *   differences: string[], match: {target: number}}} GatheringTable
 *
 * Sends a message and returns its id; `refused` is told the sentence if the answer is no.
 * @typedef {(message: {type: string, [field: string]: unknown}, refused?: (message: string) => void) => string} Ask
 */

export {};
