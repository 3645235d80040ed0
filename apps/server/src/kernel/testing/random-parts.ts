/**
 * The parts of a test of random cases that a run takes: the first `usual` of them; all in the long part `random-cases`, which sets
 * `RANDOM_CASES=all`, and with `RONGHUI_LONG=1`. Their seeds are fixed, so a part is the same in both.
 */
export const partsToRun = <Part>(all: readonly Part[], usual: number): readonly Part[] =>
  process.env['RANDOM_CASES'] === 'all' || process.env['RONGHUI_LONG'] === '1' ? all : all.slice(0, usual);
