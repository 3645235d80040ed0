/** Compares by code point, as PostgreSQL does with `collate "C"`. */
export const compareText = (one: string, other: string): number => {
  const [left, right] = [[...one], [...other]];
  for (const [at, character] of left.entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
};
