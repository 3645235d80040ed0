import {
  type ColumnMapping,
  lineHeadFault,
  recogniseLines,
  withFileUnit,
  withOwnUnit,
} from '@ronghui/domain/line-import';
import { cellsOf, sampledCells } from '#kernel/files/reading/table-body';
import type { SeenTable } from '#kernel/files/reading/table-reading';
import type { AskedLines, LinePlan } from './import-table.ts';
import { recall } from './mapping-of.ts';

/** How a file of lines is read without help. */
export const recognisedLines = ({ head, preamble, rows }: SeenTable): ColumnMapping =>
  recogniseLines(head.cells, { preamble: cellsOf(preamble), rows: sampledCells(head, rows) });

/** A mapping and where it comes from: given; else that of the last import of a file with these columns, or what is recognised. */
const chosenOf = (
  { given, earlier }: AskedLines,
  seen: SeenTable,
): { readonly mapping: ColumnMapping; readonly recalledFrom?: string } => {
  if (given !== undefined) return { mapping: given };
  for (const { name, mapping: former } of earlier) {
    const mapping = recall(former, seen.head.cells);
    if (mapping !== null)
      return { mapping: withOwnUnit(mapping, seen.head.cells, cellsOf(seen.preamble)), recalledFrom: name };
  }
  return { mapping: recognisedLines(seen) };
};

/** How a file of lines is read, with the unit that the file names where the mapping has none. @source R11.6 */
export const linePlanOf = (asked: AskedLines, seen: SeenTable): LinePlan => {
  const { head, preamble } = seen;
  const chosen = chosenOf(asked, seen);
  const mapping = withFileUnit(chosen.mapping, head.cells, cellsOf(preamble));
  return { ...chosen, mapping, choices: asked.choices, fault: lineHeadFault(mapping, head.cells, cellsOf(preamble)) };
};
