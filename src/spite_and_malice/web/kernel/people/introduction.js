// How this browser's player introduces themselves to others.

import { storedHead, storedName } from "./me.js";

/** Name and head, as requests about people take them. */
export const introduction = () => ({ name: storedName(), head: storedHead() });
