/** A uniform random number from 0 up to but without 1. */
export type Random = () => number;

/**
 * A repeatable sequence from a whole number (the generator of Park and Miller). For looks and sounds alone: whoever knows the seed knows all
 * of it.
 */
export const seededRandom = (seed: number): Random => {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
};
