// What goes between a patience table's page and the server (docs/protocol.md), as JSDoc types. No code.

/**
 * @typedef {import("./types.js").View} View
 *
 * @typedef {{choice: "winnable" | "any" | "number" | "same" | "day", level: string | null, day: string | null,
 *   number: number | null, commitment: string, secret: string | null}} Deal
 *
 * @typedef {{id: string, kind: "patience", name: string, preset: string | null, rules: View["rules"], rules_words: string[],
 *   deal: Deal, share: string}} Table
 *
 * @typedef {{moves: number, undos: number, hints: number, answers: number, passes: number, elapsed: number,
 *   running: boolean, paused: "pause" | "away" | null, can_undo: boolean, can_redo: boolean, can_finish: boolean,
 *   turned: number, verdict: "won" | "lost" | "unknown" | null}} State
 *
 * @typedef {{result: "won" | "given_up", moves: number, time: number, passes: number, undos: number, hints: number,
 *   answers: number, number: number, secret: string, replay: string,
 *   records: {moves: boolean, time: boolean, passes: boolean}, streak: number, won: number, played: number,
 *   rank: {rank: number | null, players: number} | null}} End
 *
 * @typedef {{type: "snapshot", version: number, game: number, ply: number, table: Table, view: View, state: State,
 *   end: End | null, moves: string[]}} Snapshot
 * @typedef {{type: "event", version: number, game: number, ply: number, id: string | null, action: string,
 *   moves: string[], turned: string[], view: View, state: State, end: End | null}} Event
 * @typedef {{type: "hint", id: string, game: number, ply: number, move: string | null, back: number,
 *   reason: string, winnable: number}} Hint
 * @typedef {{type: "solved", id: string, game: number, ply: number, answer: "yes" | "no" | "unknown"}} Solved
 * @typedef {{type: "accepted", id: string, version: number, ply: number}} Accepted
 * @typedef {{type: "refused", id: string | null, code: string, message: string, version?: number, game?: number,
 *   ply?: number, view?: View, state?: State}} Refused
 *
 * @typedef {Snapshot | Event | Hint | Solved | Accepted | Refused} Message
 */

export {};
