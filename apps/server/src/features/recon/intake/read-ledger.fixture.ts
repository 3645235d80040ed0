import type { LedgerField, LedgerMapping } from '@ronghui/domain/recon';
import type { TableSource } from '#kernel/files/reading/table-rows';
import { rowPieces, tablePreview } from '#kernel/files/reading/table-thread';
import { encodingOf } from '#kernel/files/reading/text-encoding';
import { ledgerPreviewOf } from './ledger-preview.ts';
import { ledgerTableReader } from './ledger-reader.ts';
import type { AskedLedger, LedgerTerms } from './ledger-table.ts';

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

/** What production reads a ledger with, by the mapping of its own plan; its rows are kept instead of copied. */
const readRows = async (source: TableSource, terms: LedgerTerms) => {
  const rows: BroughtRow[] = [];
  let faulty = 0;
  const reader = {
    ...ledgerTableReader,
    intake: ({ maxRows }: LedgerTerms) => ({
      maxRows,
      tooMany: '',
      line: (_: number, row: { reference: string | null; occurredOn: string; amount: number }) => {
        rows.push([row.reference, row.occurredOn, row.amount]);
        return '';
      },
      faultyLine: () => {
        faulty += 1;
        return '';
      },
      found: () => ({}),
    }),
  };
  for await (const _ of rowPieces(source, terms, reader));
  return { rows, faulty };
};

/** What a person decides of a ledger, and the sources that are saved. */
export interface Surroundings {
  readonly sources?: AskedLedger['sources'];
}

const maxRows = 1_000_000;
const choices = { takeIn: new Set<number>(), leaveOutFaulty: 0 };

/** What becomes of a ledger on disk: its rows, and whatever a person sees of it before. It is looked through and then read, as in production. */
export const readLedgerFile = async (
  path: string,
  kind: 'csv' | 'xlsx',
  { columns, ...formats }: ByHand = {},
  { sources = [] }: Surroundings = {},
) => {
  const encoding = kind === 'csv' ? await encodingOf(path) : 'utf-8';
  if (encoding === 'noText' || encoding === 'mixed') throw new Error(encoding);
  const source = { path, kind, encoding };
  const look = async (given?: LedgerMapping) => {
    for await (const { piece } of tablePreview(source, { given, sources, choices, maxRows }, ledgerTableReader))
      return piece;
    throw new Error('no table');
  };
  const isByHand = columns !== undefined || Object.keys(formats).length > 0;
  const found = await look();
  const head = found.seen.head.cells;
  const own = found.plan.mapping;
  const seen = isByHand
    ? await look({ ...own, ...formats, columns: { ...own.columns, ...placed(head, columns) } })
    : found;
  const { mapping, fault } = seen.plan;
  const preview = ledgerPreviewOf('', seen);
  const questions = (preview.notes ?? []).filter(({ kind: of }) => of === 'question').map(({ text }) => text);
  const plan = { questions, mapping: preview.mapping, source: preview.source ?? null };
  if (fault !== null) return { ...plan, rows: [], fault: fault.message, faulty: 0, leftOut: 0, wrongSums: 0 };
  const read = await readRows(source, { mapping, choices, maxRows });
  const { survey } = seen;
  // What a person has seen is what counts then.
  if (survey === undefined || survey.rows !== read.rows.length || survey.faultyRows !== read.faulty)
    throw new Error(`${path} was looked at otherwise than read`);
  const wrongSums = survey.sums.filter(({ stated, read: sum }) => stated !== sum).length;
  return { ...plan, ...read, fault: null, leftOut: survey.leftOutRows, wrongSums };
};
