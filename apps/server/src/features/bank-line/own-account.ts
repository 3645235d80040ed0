/** The number of an account of ours, without the spaces and dashes by which it may be written in groups. */
export const accountOf = (typed: string): string => typed.normalize('NFKC').replaceAll(/[\s-]/gu, '');
