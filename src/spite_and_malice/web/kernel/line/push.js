// Push notifications on this device: their state, switching them on and off, renewing the subscription on the server, and
// the badge of the app.

import { at } from "../../places.js";
import { language } from "../../texts.js";
import { readText, writeText } from "../storage.js";
import { request } from "./requests.js";

/** "home screen": systems that notify only pages added to the home screen. @typedef {"on" | "off" | "denied" | "untrusted" | "home screen" | "unsupported"} PushState */

/** When the server last heard of this device, and in which language. */
const RENEWED = "spite.push";
const DAY = 24 * 3600 * 1000;

/** The worker that shows notices; null if there is none (static/app.js). */
const worker = async () => (await navigator.serviceWorker?.getRegistration(at("/"))) ?? null;

const subscription = async () => (await (await worker())?.pushManager.getSubscription()) ?? null;

/** The state of notifications on this device. @param {string} key the server's public key @returns {Promise<PushState>} */
export async function pushState(key) {
  if (!isSecureContext || (location.protocol !== "https:" && location.hostname !== "localhost")) return "untrusted";
  const hasAll = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!hasAll) return "standalone" in navigator && navigator.standalone === false ? "home screen" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  const found = Notification.permission === "granted" ? await subscription() : null;
  return found && (await forServer(found, key)) ? "on" : "off";
}

/** A subscription that the server can use. One for an outdated key is replaced. @param {PushSubscription} found @param {string} key */
async function forServer(found, key) {
  if (isFor(found, key)) return found;
  try {
    await found.unsubscribe();
    const { pushManager } = await navigator.serviceWorker.ready;
    const renewed = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await tell(renewed);
    return renewed;
  } catch {
    return null;
  }
}

/** Ask for permission, and subscribe to notices from the server. Throws `Refused`. @param {string} key the server's public key */
export async function switchOn(key) {
  if ((await Notification.requestPermission()) !== "granted") return;
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const before = await pushManager.getSubscription();
  // A subscription for another server at this address is useless.
  if (before && !isFor(before, key)) await before.unsubscribe();
  await tell(await pushManager.subscribe(options));
}

/** @param {PushSubscription} found @param {string} key */
const isFor = (found, key) => keyOf(found) === key;

/** The public key of the server for which a browser is subscribed. @param {PushSubscription} found */
function keyOf({ options }) {
  const own = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...own));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Unsubscribes this device from notices. Throws `Refused`. */
export async function switchOff() {
  const found = await subscription();
  if (!found) return;
  await request("DELETE", "/api/notices/device", { endpoint: found.endpoint });
  await found.unsubscribe();
  writeText(RENEWED, null);
}

/** Request a test notice for this device; returns the result. Throws `Refused`. @returns {Promise<"sent" | "gone" | "failed">} */
export async function sendTrial() {
  const found = await subscription();
  if (!found) return "gone";
  const { outcome } = await request("POST", "/api/notices/trial", { endpoint: found.endpoint });
  if (outcome === "gone") await found.unsubscribe();
  return outcome;
}

/** @param {PushSubscription} found */
async function tell(found) {
  const { endpoint, keys } = found.toJSON();
  await request("PUT", "/api/notices/device", { endpoint, public: keys?.p256dh, secret: keys?.auth, key: keyOf(found) });
  writeText(RENEWED, `${Date.now()} ${language}`);
}

/**
 * Tell the server once a day that this device is still there, and keep the app's badge up to date while a page is
 * visible.
 */
export async function followPush() {
  const found = await subscription().catch(() => null);
  if (!found) return;
  const [time, told] = (readText(RENEWED) ?? "").split(" ");
  if (told !== language || Date.now() - Number(time) > DAY) await renew(found).catch(() => {});
  if (!("setAppBadge" in navigator)) return;
  const look = () => document.hidden || void showBadge();
  document.addEventListener("visibilitychange", look);
  look();
}

/** @param {PushSubscription} found */
async function renew(found) {
  const { key } = await request("GET", "/api/notices");
  if (key && isFor(found, key)) await tell(found);
  else if (key) await forServer(found, key);
}

/** The app's badge shows the number of waiting turns and letters. */
async function showBadge() {
  const response = await fetch(at("/api/notices/waiting"), { headers: { accept: "application/json" } }).catch(() => null);
  if (!response?.ok) return;
  const { count } = await response.json();
  await navigator.setAppBadge(count).catch(() => {});
}
