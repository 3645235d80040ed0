/** A head's name as it is compared: without spaces, case, and what stands in brackets. */
const headKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\([^()]*\)|[\s_*:`'"]|-/gu, '');

/** Names of columns by what they stand for. */
export type HeadNames<Field extends string> = Readonly<Record<Field, readonly string[]>>;

/** Whether what stands below a head can be what a field asks for. */
export type Fits<Field extends string> = (field: Field, column: number) => boolean;

/** Which column of a head stands for what; the first of several that fit, and a name in full before one that contains it. */
export const recogniseColumns = <Field extends string>(
  head: readonly string[],
  names: HeadNames<Field>,
  fits: Fits<Field> = () => true,
): Partial<Record<Field, number>> => {
  const keys = head.map(headKey);
  const found: Partial<Record<Field, number>> = {};
  const taken = new Set<number>();
  // The type of Object.entries loses the literal keys.
  const wanted = Object.entries(names) as [Field, readonly string[]][];
  const take = (isNamed: (key: string, name: string) => boolean): void => {
    for (const [field, own] of wanted) {
      if (found[field] !== undefined) continue;
      for (const name of own.map(headKey)) {
        const at = keys.findIndex(
          (key, place) => key !== '' && !taken.has(place) && isNamed(key, name) && fits(field, place),
        );
        if (at === -1) continue;
        found[field] = at;
        taken.add(at);
        break;
      }
    }
  };
  take((key, name) => key === name);
  take((key, name) => key.length <= 12 && name.length >= 2 && key.includes(name));
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
