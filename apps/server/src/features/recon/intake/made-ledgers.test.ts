import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { partsToRun } from '#kernel/testing/random-parts';
import { madeFile } from './made-file.fixture.ts';
import { type MadeLedger, type MeantRow, numbersOf } from './made-ledger.fixture.ts';
import { readLedgerFile } from './read-ledger.fixture.ts';

const files = 2400;
/** Each part is a test of its own, with numbers of its own. */
const parts = [1, 2, 3, 4, 5, 6];
const filesOfPart = files / parts.length;
const seed = Number(process.env['RONGHUI_SEED'] ?? 1);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'made-ledgers-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What became of a file, in the oracle's terms. */
const readBack = async (...given: Parameters<typeof readLedgerFile>) => {
  const { rows, fault, faulty, ...more } = await readLedgerFile(...given);
  const meant: MeantRow[] = rows.map(([reference, day, fen]) => ({ reference, day, fen }));
  return { rows: meant, isAsked: fault !== null || faulty > 0, ...more };
};

/** What is wrong with how a file was read; null where it was read as it is meant, or a person is asked. */
const faultOf = (
  { isRefused }: Pick<MadeLedger, 'isRefused'>,
  meant: { readonly rows: readonly MeantRow[]; readonly isNamed: boolean },
  { rows, isAsked, wrongSums, questions }: Awaited<ReturnType<typeof readBack>>,
): string | null => {
  const isExact = JSON.stringify(rows) === JSON.stringify(meant.rows);
  if (isRefused) return isAsked && !isExact ? null : 'not asked';
  if (!isExact || isAsked) return 'read otherwise';
  if (wrongSums > 0) return 'sums that are not wrong';
  const isNamed = questions.some((text) => text.includes('另有 1 张工作表有内容'));
  return isNamed === meant.isNamed ? null : `another sheet is ${isNamed ? '' : 'not '}named`;
};

it.each(partsToRun(parts, 2))(
  `R13.1 files by combination are read exactly, or a person is asked: none is silently wrong (RONGHUI_SEED=${seed}, part %i)`,
  async (part) => {
    const number = numbersOf(seed * parts.length + part);
    const wrong: string[] = [];
    const counts = { read: 0, question: 0, sheets: 0 };
    for (let at = 0; at < filesOfPart; at += 1) {
      const { made, sheet, form, kind, bytes, text } = madeFile(at, number);
      const path = join(folder, `${part}-${at}`);
      await writeFile(path, bytes);
      const meant = { rows: [...made.rows, ...(sheet?.rows ?? [])], isNamed: sheet?.rows === null };
      const read = await readBack(path, kind);
      const fault = faultOf(made, meant, read);
      // By the source that was saved of it, as by itself.
      const saved =
        fault === null && !made.isRefused && at % 5 === 0
          ? await readBack(path, kind, {}, { sources: [{ name: '来源', mapping: read.mapping }] })
          : undefined;
      const savedFault = saved === undefined ? null : faultOf(made, meant, saved);
      if (fault === null && savedFault === null) {
        counts[made.isRefused ? 'question' : 'read'] += 1;
        if (sheet !== undefined) counts.sheets += 1;
        continue;
      }
      const seen = JSON.stringify(fault === null ? saved : read);
      wrong.push(`${form} ${made.name}: ${fault ?? `saved: ${savedFault}`} ${seen}\n${text}`);
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(wrong).toHaveLength(0);
    expect(counts.read + counts.question).toBe(filesOfPart);
    expect(counts.read).toBeGreaterThan(filesOfPart / 2);
    expect(counts.sheets).toBeGreaterThan(filesOfPart / 5);
  },
);
