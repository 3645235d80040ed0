import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Brought, brought, broughtFolder } from '#features/recon/intake/brought-ledgers.fixture';
import { type BroughtRow, readLedgerFile } from '#features/recon/intake/read-ledger.fixture';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { addStage } from '../line.fixture.ts';
import { enterImports, type ImportStaff } from './line-import.fixture.ts';
import { type ReadLine, readLines } from './read-lines.fixture.ts';

let app: TestApp;
let desk: ImportStaff;
let stageId: string;
beforeAll(async () => {
  app = await testApp({ limits: { importsPerStaffPerHour: 1000, importsOpen: 1000 } });
  desk = await enterImports(app);
  stageId = await addStage(app);
});
afterAll(() => app.close());

/** A line has a number, and an amount that is not below zero. */
const isHeld = ([number, , fen]: BroughtRow): boolean => number !== null && fen >= 0;

/** What a careful reader of lines finds where it is not what stands in the ledger's rows: files of lines of our own have the amount of the loan beside its fee. */
const ownLines: readonly ReadLine[] = [
  ['R-001', '2026-10-05', 1_000_000],
  ['R-002', '2026-10-31', 205_000],
];
const linesOf: Readonly<Record<string, readonly ReadLine[]>> = {
  E01: ownLines,
  E02: ownLines,
  // The order of a day and its month is not asked about in lines: each row is named.
  P05: [],
};

/** The bad rows of statements, by their numbers: nothing that stands above or below the table is among them. */
const badRows: Readonly<Record<string, readonly number[]>> = {
  W01: [16, 17, 18, 19, 20],
  W02: [4],
  W03: [2],
  W04: [3, 4],
  W05: [],
};

const inOrder = (rows: readonly (ReadLine | BroughtRow)[]): readonly string[] =>
  rows.map((row) => JSON.stringify(row)).toSorted();

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
      const meant = linesOf[one.id] ?? rows.filter(isHeld);
      expect(inOrder(read.lines)).toEqual(inOrder(meant));
      // Every row that is no line is named.
      expect(read.bad.length + read.lines.length).toBeGreaterThanOrEqual(rows.length);
      const bad = badRows[one.id];
      if (bad !== undefined) expect(read.bad).toEqual(bad);
    },
  );
});
