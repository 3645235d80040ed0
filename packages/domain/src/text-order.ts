/** Compares by code point, as PostgreSQL does with `collate "C"`. */
export const compareText = (one: string, other: string): number => {
  const [left, right] = [[...one], [...other]];
  for (const [at, character] of left.entries()) {
    const difference = (character.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
};

/**
 * A text without these signs at its end. `/[. ]+$/` would begin anew at each of them: a text of nothing but spaces before its last sign takes the
 * square of its length.
 */
export const withoutEnd = (text: string, signs: string): string => {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};
