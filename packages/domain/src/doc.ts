/** The bounds of the document centre: an import and the console keep them alike. @source R11.3, R1.1 */

/** How many documents there are at most. */
export const mostDocs = 5000;
/** How many sections there are at most. */
export const mostSections = 500;
/** How deep sections go: those at the top, and one level below them. */
export const deepestSection = 2;
/** The longest text of a document or an agreement: one call carries it with everything else of them where each character is three bytes. @unit characters */
export const longestDocText = 20_000;
/** The greatest number that orders siblings: two digits at the beginning of a file's name. */
export const greatestPlace = 99;

/** Where an entry stands among its siblings after a move, and the siblings that make room for it. */
export interface Placing {
  /** The new place of the entry. */
  readonly place: number;
  /** The new places of the siblings, in their order; undefined where they stay. */
  readonly others: readonly number[] | undefined;
}

/** How far neighbours are apart where there is room. */
const usualGap = 10;

/**
 * The place of an entry that comes in front of the sibling at `at`, or behind all of them. Siblings keep their places where there is room.
 *
 * @returns null where there are more entries than places
 */
export const placeBetween = (siblings: readonly number[], at: number): Placing | null => {
  const before = siblings[at - 1] ?? 0;
  const behind = siblings[at];
  const place = behind === undefined ? before + usualGap : Math.floor((before + behind) / 2);
  if (place > before && place < (behind ?? greatestPlace + 1)) return { place, others: undefined };
  const gap = Math.min(usualGap, Math.floor(greatestPlace / (siblings.length + 1)));
  if (gap < 1) return null;
  const others = siblings.map((_, index) => (index + (index < at ? 1 : 2)) * gap);
  return { place: (at + 1) * gap, others };
};

/** The longest word that is kept of a search without a result. @unit characters */
const longestSearch = 40;

/** What is kept of a search that found nothing; null for what may name a person: an address, or a number of six digits and more. @source R14.2 */
export const keptSearch = (keyword: string): string | null => {
  const word = keyword.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/gu, ' ');
  const isPersonal = word.includes('@') || /(?:\d[\s-]?){6}/u.test(word);
  return word === '' || isPersonal || word.length > longestSearch || !/[\p{L}\p{N}]/u.test(word) ? null : word;
};
