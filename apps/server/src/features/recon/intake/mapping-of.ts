import type { Input } from '@ronghui/contract';
import type { LedgerField, LedgerMapping } from '@ronghui/domain/recon';

/** A mapping as the rules take it, from the wire's list; of a field that is named twice the last counts. */
export const ledgerMappingOf = ({ columns, ...formats }: Input<'recon.saveMapping'>['mapping']): LedgerMapping => {
  const places: Partial<Record<LedgerField, number>> = {};
  for (const { field, column } of columns) places[field] = column;
  return { columns: places, ...formats };
};
