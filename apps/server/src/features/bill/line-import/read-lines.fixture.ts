import type { ColumnMapping, ImportedLine, LineFault } from '@ronghui/domain/line-import';
import type { ByHand } from '#features/recon/intake/read-ledger.fixture';
import { rowPieces, tablePreview } from '#kernel/files/reading/table-thread';
import { encodingOf } from '#kernel/files/reading/text-encoding';
import { previewOf } from './import-preview.ts';
import { lineTableReader } from './import-reader.ts';
import type { AskedLines, ImportTerms } from './import-table.ts';

const surroundings = {
  choices: { takeIn: new Set<number>(), leaveOutFaulty: 0 },
  maxRows: 1_000_000,
  period: { from: '2026-10-01', until: '2026-11-01' },
};
/** Whom every line names; a bookkeeper's file names nobody. */
const parties: ColumnMapping = {
  tenant: { value: '甲' },
  project: { value: '一' },
  product: { value: 'loan' },
  org: { value: '乙' },
};

/** A line as a row of a ledger is compared with it. @unit fen */
export type ReadLine = readonly [number: string, day: string, amount: number | null];

/** What becomes of a file by production's reading of lines: its lines and bad rows, or the sentence by which it is stopped. It is looked through and then read, as in production. */
export const readLines = async (path: string, kind: 'csv' | 'xlsx', columns: ByHand['columns'] = {}) => {
  const encoding = kind === 'csv' ? await encodingOf(path) : 'utf-8';
  if (encoding === 'noText' || encoding === 'mixed') throw new Error(encoding);
  const source = { path, kind, encoding };
  const look = async (given?: AskedLines['given']) => {
    const asked = { ...surroundings, given, earlier: [] };
    for await (const { piece } of tablePreview(source, asked, lineTableReader)) return piece;
    throw new Error('no table');
  };
  const found = await look();
  const head = found.seen.head.cells;
  const placed = (name: string | number | undefined) => {
    const column = typeof name === 'string' ? head.findIndex((each) => each.trim() === name) : name;
    return column === undefined || column === -1 ? undefined : { column };
  };
  // A member of staff chooses what is not recognised, as a bookkeeper does.
  const { loanNo, occurredOn, loanAmount } = found.plan.mapping;
  const byHand = {
    loanNo: loanNo ?? placed(columns.reference),
    occurredOn: occurredOn ?? placed(columns.occurredOn),
    loanAmount: loanAmount ?? placed(columns.amount),
  };
  const chosen = Object.fromEntries(Object.entries(byHand).filter(([, column]) => column !== undefined));
  const seen = await look({ ...parties, ...chosen });
  const questions = (previewOf(seen).notes ?? []).filter(({ kind: of }) => of === 'question');
  const [lines, bad, leftOut]: [ReadLine[], number[], number[]] = [[], [], []];
  const { mapping, fault } = seen.plan;
  const result = { questions, mapping, lines, bad, leftOut, wrongSums: 0 };
  if (fault !== null) return { ...result, fault: fault.message };
  const reader = {
    ...lineTableReader,
    intake: ({ maxRows }: ImportTerms) => ({
      maxRows,
      tooMany: '',
      line(_: number, { loanNo: number, occurredOn: day, loanFen }: ImportedLine) {
        lines.push([number, day, loanFen]);
        return '';
      },
      faultyLine(no: number, _: readonly LineFault[]) {
        bad.push(no);
        return '';
      },
      found: () => ({}),
    }),
  };
  for await (const _ of rowPieces(source, { ...surroundings, mapping }, reader));
  const { survey } = seen;
  // What a person has seen is what counts then.
  if (survey === undefined || survey.rows !== lines.length || survey.faultyRows !== bad.length)
    throw new Error(`${path} was looked at otherwise than read`);
  leftOut.push(...survey.leftOut.map(({ row }) => row));
  const wrongSums = survey.sums.filter(({ stated, read }) => stated !== read).length;
  return { ...result, wrongSums, fault: null };
};
