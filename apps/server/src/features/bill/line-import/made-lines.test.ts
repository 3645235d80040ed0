import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MadeFile, madeFile } from '#features/recon/intake/made-file.fixture';
import { type MeantRow, numbersOf, sides } from '#features/recon/intake/made-ledger.fixture';
import { units } from '#features/recon/intake/made-units.fixture';
import { type ReadLine, readLines } from './read-lines.fixture.ts';

const files = 2400;
/** Each part is a test of its own, with numbers of its own. */
const parts = [1, 2, 3, 4, 5, 6];
const filesOfPart = files / parts.length;
/** Every fourth file is read, as reading all takes a minute of processor; `RONGHUI_LONG=1` reads all. The same generator's ledgers are all read always. */
const step = process.env['RONGHUI_LONG'] === '1' ? 1 : 4;
const seed = Number(process.env['RONGHUI_SEED'] ?? 1);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'made-lines-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What must become of a file: its lines, how many rows are named as bad, and whether a person is asked about sides; or that it is stopped with a sentence. */
interface Meant {
  readonly lines: readonly ReadLine[];
  readonly bad: number;
  readonly asksAboutSides: boolean;
  readonly stops: 'must' | 'may' | 'mayNot';
}

/** A line has a number, and an amount that is not below zero; without a column that is known to say so nobody knows which is, and all are asked about. */
const meantOf = ({ recipe, made, sheet }: MadeFile): Meant => {
  const [side, unit] = [sides[recipe.side], units[recipe.unit]];
  if (side === undefined || unit === undefined) throw new Error('no such part');
  const rows = [...made.rows, ...(sheet?.rows ?? [])];
  const asksAboutSides = side.by === 'anyColumn';
  const nothing = { lines: [], bad: rows.length, asksAboutSides };
  // One column is the amount of a line; of one for each side neither is.
  if (side.by === 'twoColumns') return { ...nothing, stops: 'must' };
  // Rows whose currency stands in their cells are named; a head or a line above stops the file.
  if (unit.isRefused === true) return { ...nothing, stops: 'may' };
  // Days with the year at their end, and numbers of spreadsheets.
  if (recipe.day === 'dayFirst' || recipe.day === 'serial') return { ...nothing, stops: 'may' };
  const isLine = ({ reference, fen }: MeantRow): boolean =>
    reference !== null && (asksAboutSides || (fen >= 0 && side.isRefused !== true));
  const lines = rows.filter(isLine).map(({ reference, day, fen }): ReadLine => [reference ?? '', day, Math.abs(fen)]);
  // A payment that was not made is a bad row too.
  const notMade = recipe.start === 'failed' ? 1 : 0;
  return { lines, bad: rows.length - lines.length + notMade, asksAboutSides, stops: 'mayNot' };
};

/** What is wrong with how a file was read; null where its lines are those that are meant, and everything else is named or asked about. */
const faultOf = (
  { sheet }: MadeFile,
  meant: Meant,
  { lines, bad, fault, questions, wrongSums }: Awaited<ReturnType<typeof readLines>>,
): string | null => {
  if (fault !== null) return meant.stops === 'mayNot' ? 'stopped' : null;
  if (meant.stops === 'must') return 'not stopped';
  if (JSON.stringify(lines) !== JSON.stringify(meant.lines)) return 'other lines';
  if (bad.length < meant.bad) return 'a row that is no line is not named';
  if (meant.stops === 'mayNot' && bad.length > meant.bad) return 'a row of sums is named as bad';
  if (bad.length === 0 && wrongSums > 0) return 'sums that are not wrong';
  const asksAboutSides = questions.some(({ about }) => about === 'sides');
  if (meant.stops === 'mayNot' && asksAboutSides !== meant.asksAboutSides)
    return `${asksAboutSides ? '' : 'not '}asked about sides`;
  const isNamed = questions.some(({ text }) => text.includes('另有 1 张工作表有内容'));
  return isNamed === (sheet?.rows === null) ? null : `another sheet is ${isNamed ? '' : 'not '}named`;
};

it.each(parts)(
  `R11.6 files by combination give exactly their lines, and every other row is named, or a person is asked: none is silently wrong (RONGHUI_SEED=${seed}, part %i)`,
  async (part) => {
    const number = numbersOf(seed * parts.length + part);
    const wrong: string[] = [];
    const counts = { read: 0, stopped: 0 };
    for (let at = 0; at < filesOfPart; at += 1) {
      // Also of a file that is not read the numbers are taken: whatever the step, the others are the same.
      const file = madeFile(at, number);
      if (at % step !== 0) continue;
      const path = join(folder, `${part}-${at}`);
      await writeFile(path, file.bytes);
      const meant = meantOf(file);
      const read = await readLines(path, file.kind);
      const fault = faultOf(file, meant, read);
      if (fault === null) counts[read.fault === null ? 'read' : 'stopped'] += 1;
      else wrong.push(`${file.form} ${file.made.name}: ${fault} ${JSON.stringify({ meant, read })}\n${file.text}`);
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(wrong).toHaveLength(0);
    expect(counts.read + counts.stopped).toBe(filesOfPart / step);
    expect(counts.read).toBeGreaterThan(filesOfPart / step / 4);
  },
);
