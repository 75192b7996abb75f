// What time it is: by the server's clock, for that of a device may be wrong by hours.

const { now } = document.documentElement.dataset;

/** By so much the server's clock is ahead of this device's, in milliseconds; a page that no server has just sent keeps to the device's. */
const AHEAD = now === undefined ? 0 : Number(now) + performance.now() - Date.now();

/** The time in UTC milliseconds, by the server's clock. */
export const serverNow = () => Date.now() + AHEAD;
