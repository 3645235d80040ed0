import {
  type LedgerField,
  type LedgerMapping,
  ledgerHeadFault,
  ledgerSorting,
  recogniseLedger,
} from '@ronghui/domain/recon';
import { type RowChoices, unitOfFile } from '@ronghui/domain/table';
import { type Heading, linesAbove, sampledCells } from '#kernel/files/reading/table-body';
import type { SeenTable } from '#kernel/files/reading/table-reading';
import type { AskedLedger, LedgerPlan } from './ledger-table.ts';
import { recallMapping } from './mapping-of.ts';

/** Why a mapping cannot be used on a file with this beginning; null where it can. */
export const headFaultOf = (mapping: LedgerMapping, heading: Heading) =>
  ledgerHeadFault(mapping, heading.head.cells, linesAbove(heading));

/** By what the rows below a heading are sorted; a head of two rows may come again in parts. */
export const sortingOf = ({ head, is1904 }: Heading, mapping: LedgerMapping, choices: RowChoices) => ({
  ...ledgerSorting(head.cells, mapping, choices, is1904),
  headParts: head.parts,
});

/** What a source may have been saved without, because its file did not say it, or because nobody knew to ask. */
const addedFields = ['currency', 'status', 'refund'] as const satisfies readonly LedgerField[];

/**
 * A mapping as it was saved with a source, and what this file says itself: the unit of its amounts, and the columns by which a row is no payment
 * in yuan, or was given back.
 */
const withFileWords = (saved: LedgerMapping, found: LedgerMapping, seen: SeenTable): LedgerMapping => {
  const columns = { ...saved.columns };
  const taken = new Set(Object.values(columns));
  const isSplit = columns.amount === undefined;
  for (const field of addedFields) {
    const column = found.columns[field];
    if (columns[field] !== undefined || column === undefined || taken.has(column)) continue;
    if (field === 'refund' && (isSplit || columns.amount !== found.columns.amount)) continue;
    columns[field] = column;
  }
  const money = columns.amount ?? columns.amountIn ?? columns.amountOut;
  const unit = money === undefined ? undefined : unitOfFile(seen.head.cells[money] ?? '', linesAbove(seen));
  const sides = saved.sides ?? (columns.flow === found.columns.flow ? found.sides : undefined);
  return { ...saved, columns, unit: unit ?? saved.unit, ...(sides !== undefined && { sides }) };
};

/** How a ledger is read: as it is given; else as the source was saved whose columns the file has, or as it is recognised. @source R13.1 */
export const ledgerPlanOf = ({ given, sources, choices }: AskedLedger, seen: SeenTable): LedgerPlan => {
  if (given !== undefined) return { mapping: given, choices, fault: headFaultOf(given, seen) };
  const around = { preamble: linesAbove(seen), rows: sampledCells(seen.head, seen.rows) };
  const found = recogniseLedger(seen.head.cells, around);
  for (const { name, mapping: saved } of sources) {
    const recalled = recallMapping(saved, seen.head.cells);
    if (recalled === null) continue;
    const mapping = withFileWords(recalled, found, seen);
    return { mapping, choices, source: name, fault: headFaultOf(mapping, seen) };
  }
  return { mapping: found, choices, fault: headFaultOf(found, seen) };
};
