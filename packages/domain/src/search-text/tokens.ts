// Han characters are letters too: without the exclusion `XLSX文件` would be a single run.
const runs = /\p{Script=Han}+|[[\p{L}\p{N}]--\p{Script=Han}]+/gv;

/** The Chinese runs of a folded text, and its Latin words and numbers, in order. */
export const wordRuns = (folded: string): string[] => [...folded.matchAll(runs)].map(([run]) => run);

/** The signs of a Chinese run and its pairs of neighbours. */
export const tokensOf = (run: string): { readonly signs: string[]; readonly pairs: string[] } => {
  const signs = [...run];
  return { signs, pairs: signs.slice(1).map((sign, index) => `${signs[index]}${sign}`) };
};
