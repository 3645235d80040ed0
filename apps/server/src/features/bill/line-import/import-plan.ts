import {
  type ColumnMapping,
  lineHeadFault,
  lineSorting,
  recogniseLines,
  withFileUnit,
  withOwnUnit,
} from '@ronghui/domain/line-import';
import type { RowChoices } from '@ronghui/domain/table';
import { type Heading, linesAbove, sampledCells } from '#kernel/files/reading/table-body';
import type { SeenTable } from '#kernel/files/reading/table-reading';
import type { AskedLines, LinePlan } from './import-table.ts';
import { recall } from './mapping-of.ts';

/** How a file of lines is read without help. */
export const recognisedLines = (seen: SeenTable): ColumnMapping =>
  recogniseLines(seen.head.cells, { preamble: linesAbove(seen), rows: sampledCells(seen.head, seen.rows) });

/** A mapping and where it comes from: given; else that of the last import of a file with these columns, or what is recognised. */
const chosenOf = (
  { given, earlier }: AskedLines,
  seen: SeenTable,
): { readonly mapping: ColumnMapping; readonly recalledFrom?: string } => {
  if (given !== undefined) return { mapping: given };
  for (const { name, mapping: former } of earlier) {
    const mapping = recall(former, seen.head.cells);
    if (mapping !== null)
      return { mapping: withOwnUnit(mapping, seen.head.cells, linesAbove(seen)), recalledFrom: name };
  }
  return { mapping: recognisedLines(seen) };
};

/** How a file of lines is read, with the unit that the file names where the mapping has none. @source R11.6 */
export const linePlanOf = (asked: AskedLines, seen: SeenTable): LinePlan => {
  const chosen = chosenOf(asked, seen);
  const { mapping, fault } = mappingFor(seen, chosen.mapping);
  return { ...chosen, mapping, choices: asked.choices, fault };
};

/** A mapping with the unit that the file names where it has none, and why it cannot be used on the file; null where it can. */
export const mappingFor = (heading: Heading, given: ColumnMapping) => {
  const [head, above] = [heading.head.cells, linesAbove(heading)];
  const mapping = withFileUnit(given, head, above);
  return { mapping, fault: lineHeadFault(mapping, head, above) };
};

/** By what the rows below a heading are sorted; a head of two rows may come again in parts. */
export const sortingOf = ({ head }: Heading, mapping: ColumnMapping, choices: RowChoices) => ({
  ...lineSorting(head.cells, mapping, choices),
  headParts: head.parts,
});
