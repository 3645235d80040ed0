/** Remembers used values until they expire. */
interface Nonces {
  /** Returns true for a new value, which is then kept until `untilMs` (epoch). */
  claim(nonce: string, keyId: string, untilMs: number): boolean;
}

const shardCount = 64;
const firstSlots = 1024;

const finished = (sum: number): number => {
  const mixed = Math.imul(sum ^ (sum >>> 15), 0x2c1b_3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
};

/** Two 32-bit FNV-1a hashes of both texts with different seeds: 64 bits. A collision can only affect the caller's own nonces. */
const mix = (keyId: string, nonce: string): readonly [low: number, high: number] => {
  let [low, high] = [0x811c_9dc5, 0x9e37_79b9];
  const text = keyId + nonce;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x0100_0193);
    high = Math.imul(high ^ code, 0x0100_0193);
  }
  return [finished(low), finished(high)];
};

/** An open-addressing table of 64-bit hashes with their expiry, 12 bytes a slot; expired entries are dropped when it grows. */
class Shard {
  #low = new Uint32Array(firstSlots);
  #high = new Uint32Array(firstSlots);
  #endSec = new Uint32Array(firstSlots);
  #used = 0;

  claim(low: number, high: number, endSec: number, nowSec: number): boolean {
    const mask = this.#endSec.length - 1;
    let slot = low & mask;
    for (let end = this.#endSec[slot]; end !== undefined && end !== 0; end = this.#endSec[slot]) {
      if (this.#low[slot] === low && this.#high[slot] === high) {
        if (end > nowSec) return false;
        this.#endSec[slot] = endSec;
        return true;
      }
      slot = (slot + 1) & mask;
    }
    this.#put(slot, low, high, endSec);
    this.#used += 1;
    if (this.#used * 2 > mask) this.#rebuild(nowSec);
    return true;
  }

  #put(slot: number, low: number, high: number, endSec: number) {
    this.#low[slot] = low;
    this.#high[slot] = high;
    this.#endSec[slot] = endSec;
  }

  #rebuild(nowSec: number) {
    const { length } = this.#endSec;
    const [low, high, ends] = [this.#low, this.#high, this.#endSec];
    let alive = 0;
    for (const end of ends) if (end > nowSec) alive += 1;
    const size = alive * 4 > length ? length * 2 : length;
    this.#low = new Uint32Array(size);
    this.#high = new Uint32Array(size);
    this.#endSec = new Uint32Array(size);
    this.#used = alive;
    for (let at = 0; at < length; at += 1) {
      const end = ends[at] ?? 0;
      if (end <= nowSec) continue;
      let slot = (low[at] ?? 0) & (size - 1);
      while (this.#endSec[slot] !== 0) slot = (slot + 1) & (size - 1);
      this.#put(slot, low[at] ?? 0, high[at] ?? 0, end);
    }
  }
}

/**
 * Nonces of one process in typed arrays: six minutes of ten thousand calls a second take some 100 MB and no garbage
 * collection. A restart loses them.
 */
export const createMemoryNonces = (clock: { nowMs(): number }): Nonces => {
  const shards = Array.from({ length: shardCount }, () => new Shard());
  return {
    claim(nonce, keyId, untilMs) {
      const [low, high] = mix(keyId, nonce);
      const shard = shards[high % shardCount];
      return shard?.claim(low, high, Math.ceil(untilMs / 1000), Math.floor(clock.nowMs() / 1000)) ?? false;
    },
  };
};
