import type { Output } from '@ronghui/contract';
import { type ColumnMapping, type ColumnSource, type LineField, lineFields } from '@ronghui/domain/line-import';

type WireMapping = Output<'ops.lineImport.preview'>['mapping'];

/** A mapping as the rules take it, from the wire's list; of a field that is named twice the last counts. */
export const mappingOf = (mapping: WireMapping): ColumnMapping => {
  const sources: Partial<Record<LineField, ColumnSource>> = {};
  for (const { field, column, value } of mapping) {
    if (column !== undefined) sources[field] = { column };
    else if (value !== undefined) sources[field] = { value };
  }
  return sources;
};

/** The wire's list of a mapping, in the order of the fields. */
export const wireMappingOf = (mapping: ColumnMapping): WireMapping =>
  lineFields.flatMap((field) => {
    const source = mapping[field];
    return source === undefined ? [] : [{ field, ...source }];
  });
