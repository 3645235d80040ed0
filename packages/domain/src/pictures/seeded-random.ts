/** A uniform random number in [0, 1). */
export type Random = () => number;

/**
 * A repeatable sequence from an integer seed (the generator of Park and Miller). Not for secrets: the seed determines
 * the whole sequence.
 */
export const seededRandom = (seed: number): Random => {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
};
