// The player's name and head for requests about people.

import { storedHead, storedName } from "./me.js";

/** The name and head, in the form of these requests. */
export const introduction = () => ({ name: storedName(), head: storedHead() });
