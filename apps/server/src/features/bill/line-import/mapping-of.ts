import type { Output } from '@ronghui/contract';
import { type ColumnMapping, type ColumnSource, type LineField, lineFields } from '@ronghui/domain/line-import';
import { columnName, columnsByName } from '@ronghui/domain/table';

import type { ImportRow } from './line-import.sql.ts';

/** A mapping as the wire has it, with the file's own names for its columns. */
export type WireMapping = Output<'ops.lineImport.preview'>['mapping'];

/** A mapping as the rules take it, from the wire's list; of a field that is named twice the last counts. */
export const mappingOf = (mapping: WireMapping): ColumnMapping => {
  const sources: Partial<Record<LineField, ColumnSource>> = {};
  for (const { field, column, value, unit } of mapping) {
    if (column !== undefined) sources[field] = { column, ...(unit !== undefined && { unit }) };
    else if (value !== undefined) sources[field] = { value };
  }
  return sources;
};

/** The days of the stage that an import is for. */
export const periodOf = ({
  opens_on,
  issues_on,
}: Pick<ImportRow, 'opens_on' | 'issues_on'>): { readonly from: string; readonly until: string } => ({
  from: opens_on,
  until: issues_on,
});

/** The wire's list of a mapping, in the order of the fields, with the file's names for its columns. */
export const wireMappingOf = (mapping: ColumnMapping, head: readonly string[]): WireMapping =>
  lineFields.flatMap((field) => {
    const source = mapping[field];
    if (source === undefined) return [];
    return ['column' in source ? { field, ...source, name: columnName(head, source.column) } : { field, ...source }];
  });

/** An earlier mapping for a file with this head: each of its columns is found by its own name, once; null where one is not. */
export const recall = (earlier: WireMapping, head: readonly string[]): ColumnMapping | null => {
  const columnOf = columnsByName(head);
  const found = earlier.map(({ column, name = '', ...rest }) => {
    if (column === undefined) return rest;
    const at = columnOf.get(name);
    return at === undefined ? null : { ...rest, column: at };
  });
  const columns = found.filter((each) => each !== null);
  return columns.length === found.length ? mappingOf(columns) : null;
};
