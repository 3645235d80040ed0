import { withoutHalfSigns } from './half-signs.ts';

const mostText = 200;

/** The beginning of a text of a file as it is shown and stored: without NUL and half signs. */
export const shownText = (text: string): string =>
  [...withoutHalfSigns(text).replaceAll('\0', ' ')].slice(0, mostText).join('');

/** What a file calls a column. */
export const columnName = (head: readonly string[], column: number): string => shownText((head[column] ?? '').trim());

/** The columns of a head by their names; a name that several have, or none, is nobody's. */
export const columnsByName = (head: readonly string[]): ReadonlyMap<string, number> => {
  const columns = new Map<string, number>();
  const shared = new Set(['']);
  for (const [column] of head.entries()) {
    const name = columnName(head, column);
    if (columns.has(name)) shared.add(name);
    else columns.set(name, column);
  }
  for (const name of shared) columns.delete(name);
  return columns;
};
