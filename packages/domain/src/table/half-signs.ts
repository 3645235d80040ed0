/**
 * A text without half signs: a surrogate that stands alone becomes the replacement character. `toWellFormed` and `isWellFormed` are newer than the
 * oldest browsers; a pattern by code points (`u`) finds a surrogate only where it stands alone.
 */
export const withoutHalfSigns = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** Whether a text has a surrogate that stands alone. */
export const hasHalfSign = (text: string): boolean => /\p{Surrogate}/u.test(text);
