import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gb18030Of } from '#features/file/gb18030.fixture';
import {
  days,
  footers,
  type MadeLedger,
  type MeantRow,
  madeLedger,
  numbersOf,
  sides,
  units,
} from './made-ledger.fixture.ts';
import { madeWorkbook } from './made-workbook.fixture.ts';
import { readLedgerFile } from './read-ledger.fixture.ts';

const files = 2400;
const seed = Number(process.env['RONGHUI_SEED'] ?? 1);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'made-ledgers-'));
});
afterAll(() => rm(folder, { recursive: true }));

type Lines = MadeLedger['lines'];
const delimited =
  (delimiter: string, end = '\n') =>
  (lines: Lines): string =>
    lines
      .map((cells) =>
        cells.map((cell) => (/[,;|"\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter),
      )
      .join(end) + end;
const commas = delimited(',', '\r\n');
const forms: Readonly<Record<string, (lines: Lines) => string | Buffer>> = {
  utf8: commas,
  mark: (lines) => `\ufeff${commas(lines)}`,
  gb18030: (lines) => gb18030Of(commas(lines)),
  tabs: delimited('\t'),
  semicolons: delimited(';'),
  bars: delimited('|'),
  workbook: madeWorkbook,
};

/** What became of a file, in the oracle's terms. */
const readBack = async (path: string, kind: 'csv' | 'xlsx') => {
  const { rows, fault, faulty, ...more } = await readLedgerFile(path, kind);
  const meant: MeantRow[] = rows.map(([reference, day, fen]) => ({ reference, day, fen }));
  return { rows: meant, isAsked: fault !== null || faulty > 0, ...more };
};

it(`R13.1 files by combination are read exactly, or a person is asked: none is silently wrong (RONGHUI_SEED=${seed})`, async () => {
  const number = numbersOf(seed);
  const oneOf = (all: object, at: number): string => {
    const names = Object.keys(all);
    // Each in its turn, so that none is left out, and in chance combinations.
    return names[(at + number(names.length)) % names.length] ?? '';
  };
  const wrong: string[] = [];
  const counts = { read: 0, question: 0 };
  for (let at = 0; at < files; at += 1) {
    const recipe = { unit: oneOf(units, at), side: oneOf(sides, at), day: oneOf(days, at), footer: oneOf(footers, at) };
    const form = oneOf(forms, at);
    const made = madeLedger(recipe, number);
    const path = join(folder, String(at));
    const written = forms[form]?.(made.lines) ?? '';
    await writeFile(path, written);
    const read = await readBack(path, form === 'workbook' ? 'xlsx' : 'csv');
    const isExact = JSON.stringify(read.rows) === JSON.stringify(made.rows);
    if (made.isRefused ? read.isAsked && !isExact : isExact && !read.isAsked && read.wrongSums === 0) {
      counts[made.isRefused ? 'question' : 'read'] += 1;
      continue;
    }
    wrong.push(`${form} ${made.name}: ${made.isRefused ? 'not asked' : JSON.stringify(read)}\n${commas(made.lines)}`);
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(wrong).toHaveLength(0);
  expect(counts.read + counts.question).toBe(files);
  expect(counts.read).toBeGreaterThan(files / 2);
});
