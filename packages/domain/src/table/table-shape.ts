/** Why a row of a file is no row of its table. */
export type SkipReason = 'preamble' | 'blank' | 'comment' | 'totals';

/** The reasons in words. */
export const skipNames: Readonly<Record<SkipReason, string>> = {
  preamble: '表头之前的说明',
  blank: '空行',
  comment: '注释行',
  totals: '合计行',
};

const totals = /^(?:合计|总计|小计|累计|总额|本页合计|汇总|total|subtotal|sum)(?:$|[\s:：(（\d笔])/iu;
const comment = /^(?:#|--|-{4,}|={4,}|\*{4,})/u;

/** Why a row below the head is skipped; null for a row of the table. Its first cell that says something decides. */
export const skipReason = (cells: readonly string[]): Exclude<SkipReason, 'preamble'> | null => {
  for (const cell of cells) {
    if (cell === '') continue;
    const text = cell.trim();
    if (text === '') continue;
    if (comment.test(text)) return 'comment';
    return totals.test(text) ? 'totals' : null;
  }
  return 'blank';
};

/** A head's name as it is compared: without spaces, case, and what stands in brackets. */
const headKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\(.*?\)|[\s_*:`'"]|-/gu, '');

/** Names of columns by what they stand for. */
export type HeadNames<Field extends string> = Readonly<Record<Field, readonly string[]>>;

/** Which column of a head stands for what; the first of several, and a name in full before one that contains it. */
export const recogniseColumns = <Field extends string>(
  head: readonly string[],
  names: HeadNames<Field>,
): Partial<Record<Field, number>> => {
  const keys = head.map(headKey);
  const found: Partial<Record<Field, number>> = {};
  const taken = new Set<number>();
  // The type of Object.entries loses the literal keys.
  const wanted = Object.entries(names) as [Field, readonly string[]][];
  const take = (fits: (key: string, name: string) => boolean): void => {
    for (const [field, own] of wanted) {
      if (found[field] !== undefined) continue;
      for (const name of own.map(headKey)) {
        const at = keys.findIndex((key, place) => key !== '' && !taken.has(place) && fits(key, name));
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
