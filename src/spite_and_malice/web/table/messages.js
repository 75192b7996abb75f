// Everything that the server says to a table's page (server/protocol/outgoing.py, docs/protocol.md), as JSDoc types. No
// code. tests/web/test_table_types.py holds them against the server's.

/** @import {Rules, View} from "./types.js" */
/** @import {TableSettings} from "../pages/settings.js" */

/**
 * @typedef {{kind: "person" | "computer" | "open", name: string, side: number, player?: string | null,
 *   head?: string | null}} SeatInfo
 *
 * `games` has the points that each finished game of the match brought the seats, `stand_ins` counts for each seat the games
 * in which a stand-in played for it.
 * @typedef {{scores: number[], target: number, over: boolean, winners: number[], games_played: number,
 *   games: number[][], stand_ins: number[]}} MatchInfo
 *
 * What does not change from move to move; `rules` are there only as long as no view has them.
 * @typedef {{id: string, name: string, preset: string | null, terms: Record<string, string>, rules: Rules | null,
 *   rules_words: string[], differences: string[], seats: SeatInfo[], match: MatchInfo, you: number | null,
 *   commitment: string | null, contributions: string[], secret: string | null, next_commitment: string}} TableInfo
 *
 * Who sits at a seat and whether they are there; times in UTC milliseconds.
 * @typedef {{kind: "person" | "computer" | "open", name: string, side: number, player: string | null, host: boolean,
 *   here: boolean, away_since: number | null, stand_in: "away" | "left" | "clock" | null, free: boolean,
 *   contributed: boolean, head: string | null, ready: boolean, who: string | null}} SeatPresence
 *
 * `deals_in` are the milliseconds after which the next game is dealt, null while no countdown runs.
 * @typedef {{type: "people", state: "gathering" | "running" | "game_over" | "match_over", you: number | null,
 *   host: boolean, watching: number, seats: SeatPresence[], clocks: (number | null)[] | null, settings: TableSettings,
 *   next_commitment: string, deals_in: number | null, out: boolean, kicked: number}} People
 *
 * A line of the chat; of text and phrase one is null.
 * @typedef {{type: "said", number: number, seat: number | null, name: string, text: string | null,
 *   phrase: string | null, at: number, id: string | null, to: number | null}} Said
 *
 * @typedef {{type: "snapshot", version: number, game: number, ply: number, table: TableInfo, people: People,
 *   chat: Said[], view: View | null, log: string[], played: string[], undo: boolean, standing: Standing[] | null}} Snapshot
 *
 * One action and the view after it, which comes without the rules.
 * @typedef {{type: "event", version: number, game: number, ply: number, seat: number, action: "move" | "undo",
 *   move: string | null, id: string | null, view: Omit<View, "rules">, undo: boolean,
 *   clocks: (number | null)[] | null, stand_in: boolean, match: MatchInfo | null, standing: Standing[] | null,
 *   secret: string | null, next_commitment: string | null, worlds: number}} Event
 *
 * Whether the pass of the seat that `asks` may end the game, and which seats have agreed.
 * @typedef {{type: "stalemate", ply: number, asks: number, agreed: number[], broken_by: number | null}} StalemateTalk
 *
 * @typedef {{type: "hint", id: string, ply: number, move: string, reason: string}} HintAnswer
 * @typedef {{type: "reach", id: string, ply: number, line: string[] | null, words: string}} ReachAnswer
 *
 * `view` comes without the rules.
 * @typedef {{type: "refused", id: string | null, code: string, message: string, version: number | null,
 *   ply: number | null, view: Omit<View, "rules"> | null, undo: boolean}} Refused
 *
 * @typedef {{type: "accepted", id: string, version: number, ply: number}} Accepted
 * @typedef {{type: "settings"}} SettingsChanged
 * @typedef {{type: "pong"}} Pong
 *
 * @typedef {Snapshot | Event | People | Said | StalemateTalk | HintAnswer | ReachAnswer | Refused | Accepted | SettingsChanged | Pong} ServerMessage
 *
 * One side at the end, by pay-off cards left.
 * @typedef {{rank: number, seats: number[], left: number}} Standing
 *
 * What a table takes in: the server's messages. Lessons and replays, which stand in for the server, leave out what only
 * tables of people have.
 * @typedef {"clocks" | "stand_in" | "match" | "standing" | "secret" | "next_commitment" | "worlds"} OfPeople
 * @typedef {Omit<Snapshot, "people" | "chat"> & Partial<Pick<Snapshot, "people" | "chat">>} TableSnapshot
 * @typedef {Omit<Event, OfPeople> & Partial<Pick<Event, OfPeople>>} TableEvent
 * @typedef {Exclude<ServerMessage, Snapshot | Event> | TableSnapshot | TableEvent} TableMessage
 */

export {};
