/** Longer names are no names of columns. @unit characters */
const longestHead = 100;

/** A head's name as it is compared: without spaces, case, and what stands in brackets. */
const headKey = (name: string): string =>
  name
    .slice(0, longestHead)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\([^()]*\)|[\s_*:·`'"]|-/gu, '');

/** What stands between the names of a head of two rows, where they are joined. */
export const headJoint = '·';

/** The name of a column in the lower of two rows; of one row the name. */
export const lowerName = (name: string): string => name.slice(name.lastIndexOf(headJoint) + 1);

/** Names of columns by what they stand for. */
export type HeadNames<Field extends string> = Readonly<Record<Field, readonly string[]>>;

/** Whether what stands below a head can be what a field asks for. */
export type Fits<Field extends string> = (field: Field, column: number) => boolean;

/**
 * Which column of a head stands for what; the first of several that fit, and a name in full before one that contains it. Of a head of two rows
 * the lower name may be the name in full.
 */
export const recogniseColumns = <Field extends string>(
  head: readonly string[],
  names: HeadNames<Field>,
  fits: Fits<Field> = () => true,
): Partial<Record<Field, number>> => {
  const keys = head.map((name) => ({ whole: headKey(name), lower: headKey(lowerName(name.slice(0, longestHead))) }));
  const found: Partial<Record<Field, number>> = {};
  const taken = new Set<number>();
  // The type of Object.entries loses the literal keys.
  const wanted = Object.entries(names) as [Field, readonly string[]][];
  const take = (isNamed: (key: (typeof keys)[number], name: string) => boolean): void => {
    for (const [field, own] of wanted) {
      if (found[field] !== undefined) continue;
      for (const name of own.map(headKey)) {
        const at = keys.findIndex(
          (key, place) => key.whole !== '' && !taken.has(place) && isNamed(key, name) && fits(field, place),
        );
        if (at === -1) continue;
        found[field] = at;
        taken.add(at);
        break;
      }
    }
  };
  take(({ whole }, name) => whole === name);
  take(({ lower }, name) => lower === name);
  take(({ whole }, name) => whole.length <= 12 && name.length >= 2 && whole.includes(name));
  take(({ lower }, name) => lower.length <= 12 && name.length >= 2 && lower.includes(name));
  return found;
};

/** How many rows at the beginning may be preamble. */
export const headReach = 50;

/** The place of the head among the first rows: the one with the most recognised names, else the first with more than one cell. */
export const findHead = <Field extends string>(
  rows: readonly (readonly string[])[],
  names: HeadNames<Field>,
): number => {
  const scores = rows.slice(0, headReach).map((cells) => Object.keys(recogniseColumns(cells, names)).length);
  const best = Math.max(0, ...scores);
  if (best >= 2) return scores.indexOf(best);
  return Math.max(
    0,
    rows.findIndex((cells) => cells.filter((cell) => cell.trim() !== '').length > 1),
  );
};
