import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ColumnMapping, ImportedLine, LineFault } from '@ronghui/domain/line-import';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Brought, brought, broughtFolder } from '#features/recon/intake/brought-ledgers.fixture';
import { type ByHand, readLedgerFile } from '#features/recon/intake/read-ledger.fixture';
import { rowPieces, tablePreview } from '#kernel/files/reading/table-thread';
import { encodingOf } from '#kernel/files/reading/text-encoding';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addStage } from '../line.fixture.ts';
import { previewOf } from './import-preview.ts';
import { lineTableReader } from './import-reader.ts';
import type { AskedLines, ImportTerms } from './import-table.ts';
import { enterImports, type ImportStaff } from './line-import.fixture.ts';

let app: TestApp;
let desk: ImportStaff;
let stageId: string;
beforeAll(async () => {
  app = await testApp({ limits: { importsPerStaffPerHour: 1000, importsOpen: 1000 } });
  desk = await enterImports(app);
  stageId = await addStage(app);
});
afterAll(() => app.close());

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

/** A line as a row of a ledger is compared with it. */
type Held = readonly [number: string | null, day: string, fen: number | null];

/** What becomes of a file by production's reading of lines: its lines and bad rows, or the sentence by which it is stopped. */
const readLines = async (path: string, kind: 'csv' | 'xlsx', columns: ByHand['columns']) => {
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
    loanNo: loanNo ?? placed(columns?.reference),
    occurredOn: occurredOn ?? placed(columns?.occurredOn),
    loanAmount: loanAmount ?? placed(columns?.amount),
  };
  const chosen = Object.fromEntries(Object.entries(byHand).filter(([, column]) => column !== undefined));
  const seen = await look({ ...parties, ...chosen });
  const questions = (previewOf(seen).notes ?? []).filter(({ kind: of }) => of === 'question');
  const { mapping, fault } = seen.plan;
  const result = { questions, mapping, lines: [] as Held[], bad: [] as number[] };
  if (fault !== null) return { ...result, fault: fault.message };
  const { lines, bad } = result;
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
  return { ...result, fault: null };
};

/** A line has a number, and an amount that is not below zero. */
const isHeld = ([number, , fen]: Held): boolean => number !== null && fen !== null && fen >= 0;
const unsigned = ([number, day, fen]: Held): Held => [number, day, fen === null ? null : Math.abs(fen)];

/** Rows that others do not have, each counted. */
const without = (rows: readonly Held[], others: readonly Held[]): readonly Held[] => {
  const left = others.map((row) => JSON.stringify(row));
  return rows.filter((row) => {
    const at = left.indexOf(JSON.stringify(row));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
};

const refusalOf = async ({ file, upload }: Brought): Promise<string | null> => {
  const reply = await desk.upload(stageId, await readFile(join(broughtFolder, file)), upload);
  return reply.status === 200 ? null : reply.body.data.fields[0].message;
};

describe('R11.6 files as bookkeepers have them, as lines', () => {
  it.each(brought)(
    'R11.6 $file gives the lines that its rows can be, its other rows are named, or it is asked about',
    async (one) => {
      const refusal = await refusalOf(one);
      if (refusal !== null) {
        expect(one.rows).toBeNull();
        expect(refusal).toContain(one.say);
        return;
      }
      const path = join(broughtFolder, one.file);
      const kind = one.file.endsWith('.xlsx') ? 'xlsx' : 'csv';
      const { mapping: own } = await readLedgerFile(path, kind, one.fix);
      const columns = Object.fromEntries(own.columns.map(({ field, column }) => [field, column]));
      const read = await readLines(path, kind, columns);
      const rows = one.rows ?? [];
      if (read.fault !== null) {
        // A line has one amount and a number: a file whose amounts stand in a column for each side, or without numbers, is stopped with a sentence.
        const isNone = rows.length === 0 || columns['amount'] === undefined || columns['reference'] === undefined;
        expect({ isNone, lines: read.lines }).toEqual({ isNone: true, lines: [] });
        return;
      }
      expect(one.rows).not.toBeNull();
      // Every row that is no line is named.
      expect(read.bad.length + read.lines.length).toBeGreaterThanOrEqual(rows.length);
      const { loanAmount } = read.mapping;
      const isOwnAmount = loanAmount !== undefined && 'column' in loanAmount && loanAmount.column === columns['amount'];
      if (columns['flow'] !== undefined) {
        // A line is billed by its amount alone: where a column says the side, a person is asked.
        expect(read.questions.map(({ about }) => about)).toContain('sides');
        expect(
          without(read.lines, rows.map(unsigned)).filter(([number]) => rows.some(([known]) => known === number)),
        ).toEqual([]);
        return;
      }
      // A file of lines of our own has the amount of the loan beside its fee.
      const held = rows.filter(isHeld);
      if (!isOwnAmount)
        return expect(rows.map(([number]) => number)).toEqual(
          expect.arrayContaining(read.lines.map(([number]) => number)),
        );
      expect(without(read.lines, held)).toEqual([]);
      // Days with the year at their end, and rows beside a column of refunds, are named as bad.
      if (own.dayOrder === 'ymd' && columns['refund'] === undefined) expect(without(held, read.lines)).toEqual([]);
    },
  );
});
