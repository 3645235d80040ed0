import { type LedgerMapping, ledgerHeadFault, recogniseLedger } from '@ronghui/domain/recon';
import { cellsOf } from '#kernel/files/reading/table-body';
import type { SeenTable } from '#kernel/files/reading/table-reading';
import type { AskedLedger, LedgerPlan } from './ledger-table.ts';
import { recallMapping } from './mapping-of.ts';

/** Why a mapping cannot be used on a file with this beginning; null where it can. */
export const headFaultOf = (mapping: LedgerMapping, { head, preamble }: Pick<SeenTable, 'head' | 'preamble'>) =>
  ledgerHeadFault(mapping, head.cells, cellsOf(preamble));

/** How a ledger is read: as it is given; else as the source was saved whose columns the file has, or as it is recognised. @source R13.1 */
export const ledgerPlanOf = ({ given, sources, choices }: AskedLedger, seen: SeenTable): LedgerPlan => {
  if (given !== undefined) return { mapping: given, choices, fault: headFaultOf(given, seen) };
  for (const { name, mapping: saved } of sources) {
    const mapping = recallMapping(saved, seen.head.cells);
    if (mapping !== null) return { mapping, choices, source: name, fault: headFaultOf(mapping, seen) };
  }
  const around = { preamble: cellsOf(seen.preamble), rows: cellsOf(seen.rows) };
  const mapping = recogniseLedger(seen.head.cells, around);
  return { mapping, choices, fault: headFaultOf(mapping, seen) };
};
