import {
  type LedgerField,
  type LedgerMapping,
  ledgerHeadFault,
  ledgerHeads,
  ledgerSorting,
  recogniseLedger,
} from '@ronghui/domain/recon';
import { RowSorter } from '@ronghui/domain/table';
import { bodyPieces } from '#kernel/files/reading/table-body';
import { encodingOf } from '#kernel/files/reading/text-encoding';

/** What a person sets by hand: columns by what the file calls them or by their place, and formats. */
export interface ByHand extends Partial<Omit<LedgerMapping, 'columns'>> {
  readonly columns?: Readonly<Partial<Record<LedgerField, string | number>>>;
}

/** A row as a bookkeeper reads it. @unit fen */
export type BroughtRow = readonly [reference: string | null, day: string, amount: number];

const placed = (head: readonly string[], columns: ByHand['columns'] = {}): LedgerMapping['columns'] =>
  Object.fromEntries(
    Object.entries(columns).map(([field, name]) => [
      field,
      typeof name === 'number' ? name : head.findIndex((each) => each.trim() === name),
    ]),
  );

/** What becomes of a ledger on disk: its rows, and whatever a person sees of it. */
export const readLedgerFile = async (path: string, kind: 'csv' | 'xlsx', { columns, ...formats }: ByHand = {}) => {
  const encoding = kind === 'csv' ? await encodingOf(path) : 'utf-8';
  if (encoding === 'noText' || encoding === 'mixed') throw new Error(encoding);
  const rows: BroughtRow[] = [];
  let faulty = 0;
  let sorter: RowSorter<{ reference: string | null; occurredOn: string; amount: number }, string, unknown> | undefined;
  for await (const piece of bodyPieces({ path, kind, encoding }, ledgerHeads)) {
    if (piece.beginning !== undefined) {
      const head = piece.beginning.head.cells;
      const preamble = piece.beginning.preamble.map(({ cells }) => cells);
      const found = recogniseLedger(head, { preamble, rows: piece.rows.slice(0, 20).map(({ cells }) => cells) });
      const mapping = { ...found, ...formats, columns: { ...found.columns, ...placed(head, columns) } };
      const fault = ledgerHeadFault(mapping, head, preamble);
      if (fault !== null) return { rows, fault: fault.message, faulty, leftOut: 0, wrongSums: 0 };
      sorter = new RowSorter(ledgerSorting(head, mapping, { takeIn: new Set(), leaveOutFaulty: 0 }));
    }
    for (const { no, cells } of piece.rows) {
      const sorted = sorter?.take(no, cells);
      if (sorted?.kind === 'row') rows.push([sorted.row.reference, sorted.row.occurredOn, sorted.row.amount]);
      else if (sorted?.kind === 'faulty') faulty += 1;
    }
  }
  const wrongSums = sorter?.sums.filter(({ stated, read }) => stated !== read).length ?? 0;
  return { rows, fault: null, faulty, leftOut: sorter?.leftOut.length ?? 0, wrongSums };
};
