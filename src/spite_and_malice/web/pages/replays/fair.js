// The shuffles of a fair deal, computed from docs/fair-deals.md with the browser's own hashes.

const WORDS = 2 ** 32;
const BLOCK = 32;

/** Whether this browser offers its hashes to this page: it does over https and on the same computer. */
export const canHash = globalThis.crypto?.subtle !== undefined;

/** @param {Uint8Array<ArrayBuffer>} bytes */
export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** @param {Uint8Array} bytes */
export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text pairs of hexadecimal digits */
export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * @param {Uint8Array} secret
 * @param {string[]} contributions
 */
export async function keyOf(secret, contributions) {
  const encoder = new TextEncoder();
  const hashes = await Promise.all(contributions.map((text) => sha256(encoder.encode(text))));
  return sha256(Uint8Array.from([secret, ...hashes].flatMap((bytes) => [...bytes])));
}

/** The chance of a game: shuffles and lots by their numbers. */
export class Chance {
  /** @param {CryptoKey} key */
  constructor(key) {
    this.key = key;
  }

  /** @param {Uint8Array<ArrayBuffer>} key 32 bytes */
  static async of(key) {
    return new Chance(await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]));
  }

  /**
   * @param {string[]} cards
   * @param {number} number
   * @returns {Promise<string[]>} the cards after shuffle `number`
   */
  async shuffled(cards, number) {
    const stream = this.#words(number);
    const result = [...cards];
    for (let i = result.length - 1; i > 0; i -= 1) {
      const j = await below(i + 1, stream);
      [result[i], result[j]] = [result[j], result[i]];
    }
    return result;
  }

  /**
   * @param {number} count
   * @param {number} number
   */
  async lot(count, number) {
    return below(count, this.#words(number));
  }

  /** @param {number} number */
  async *#words(number) {
    for (let block = 0; ; block += 1) {
      const message = new DataView(new ArrayBuffer(16));
      message.setBigUint64(0, BigInt(number));
      message.setBigUint64(8, BigInt(block));
      const digest = new DataView(await crypto.subtle.sign("HMAC", this.key, message));
      for (let at = 0; at < BLOCK; at += 4) yield digest.getUint32(at);
    }
  }
}

/**
 * @param {number} bound
 * @param {AsyncGenerator<number>} stream
 */
async function below(bound, stream) {
  for (;;) {
    const { value } = await stream.next();
    if (value < WORDS - (WORDS % bound)) return value % bound;
  }
}
