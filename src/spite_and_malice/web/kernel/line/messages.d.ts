// What the page of any table and the server say to each other (server/protocol). Written by `python -m tools.message_types`.

/**
 * The first message: the last state seen, null for none, and whether computer players may speak to it.
 *
 * `heard` lists the remarks shown in the browser's last games, which are not repeated.
 */
export type Hello = {
  type: "hello";
  version?: number | null;
  game?: number | null;
  remarks?: boolean;
  heard?: string[];
};

/** Ask for a good move. */
export type Hint = {
  type: "hint";
  id: string;
  game: number;
  ply: number;
};

/** Ask for a pong. */
export type Ping = {
  type: "ping";
};

/** The message has been carried out. */
export type Accepted = {
  type: "accepted";
  id: string;
  version: number;
  ply: number;
};

/** The answer to a ping. */
export type Pong = {
  type: "pong";
};

/** A setting was changed on another device of the same person; see `GET /api/me/settings`. */
export type SettingsChanged = {
  type: "settings";
};
