import type { Input } from '@ronghui/contract';
import { type BankField, type BankMapping, bankFields } from '@ronghui/domain/bank-line';
import { columnName, columnsByName } from '@ronghui/domain/table';

/** A mapping as the wire has it, with the file's own names for its columns. */
export type WireMapping = Input<'ops.bankLine.import'>['mapping'];

/** A mapping as the rules take it, from the wire's list; of a field that is named twice the last counts. */
export const bankMappingOf = ({ columns, ...formats }: WireMapping): BankMapping => {
  const places: Partial<Record<BankField, number>> = {};
  for (const { field, column } of columns) places[field] = column;
  return { columns: places, ...formats };
};

/** The wire's list of a mapping, in the order of the fields. */
export const wireMappingOf = ({ columns, sides, ...formats }: BankMapping, head: readonly string[]): WireMapping => ({
  columns: bankFields.flatMap((field) => {
    const column = columns[field];
    return column === undefined ? [] : [{ field, column, name: columnName(head, column) }];
  }),
  ...formats,
  ...(sides !== undefined && { sides: [...sides] }),
});

/** An earlier mapping for a file with this head: each of its columns is found by its own name, once; null where one is not. */
export const recallMapping = ({ columns, ...formats }: WireMapping, head: readonly string[]): BankMapping | null => {
  const columnOf = columnsByName(head);
  const places: Partial<Record<BankField, number>> = {};
  for (const { field, name = '' } of columns) {
    const at = columnOf.get(name);
    if (at === undefined) return null;
    places[field] = at;
  }
  return { columns: places, ...formats };
};
