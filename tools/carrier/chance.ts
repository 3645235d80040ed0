/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export type Chance = () => number;

/** A seed of its own for a name, by FNV-1a: what happens to one does not depend on what else happens, or when. */
export const seedOf = (seed: number, name: string): number => {
  let hash = 0x811c9dc5 ^ seed;
  for (const sign of name) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
};

/** Starts a row of numbers. */
export const chanceOf = (seed: number): Chance => {
  let state = Math.trunc(seed) % 2 ** 32;
  return () => {
    state = (state + 0x6d2b79f5) % 2 ** 32;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
