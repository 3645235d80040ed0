/** 0, -1, 1, -2, 2 …: the nearest days first, of two the earlier. */
export const offsetsWithin = (days: number): readonly number[] =>
  Array.from({ length: 2 * days + 1 }, (_, at) => (at % 2 === 1 ? -(at + 1) / 2 : at / 2));
