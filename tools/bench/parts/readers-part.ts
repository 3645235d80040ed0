import { execFileSync } from 'node:child_process';
import { createWriteStream, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { count, type Figure, fixed, judged, noted, type Part } from '../figures.ts';
import { csvOf, writeWorkbook as writeLineWorkbook } from '../imports/lines-file.ts';
import { writeCsv, writeWorkbook as writeLedgerWorkbook } from '../recon/ledger-file.ts';
import { median } from '../statistics.ts';

const part = 'readers';
const standardRows = 1_000_000;
const rounds = 3;
/** Of the processor time of an earlier tree. */
const most = 1.03;
const here = join(import.meta.dirname, '../../..');

/** How many rows a file has; `READERS_ROWS` makes a smaller trial. */
const rowsOfFile = (): number => Number(process.env['READERS_ROWS'] ?? standardRows);

/** The rows of a ledger in the format of COPY: both sides, every tenth without a number. */
const ledgerRows = function* (rows: number): Generator<string> {
  for (let at = 0; at < rows; at += 1) {
    const reference = at % 10 === 0 ? '\\N' : `R${String(at).padStart(10, '0')}`;
    const amount = (at % 3 === 0 ? -1 : 1) * (100_000 + ((at * 7919) % 5_000_000));
    yield `${at}\t${reference}\t示例商户 ${at % 500}\t${amount}\t2026-10-${10 + (at % 18)}\n`;
  }
};

interface Contest {
  readonly noun: 'ledger' | 'lines';
  readonly kind: 'csv' | 'xlsx';
  readonly path: string;
}

const writeFiles = async (folder: string, rows: number): Promise<readonly Contest[]> => {
  const at = (name: string): string => join(folder, name);
  const copy = at('ledger.copy');
  await pipeline(ledgerRows(rows), createWriteStream(copy));
  await writeCsv(copy, at('ledger.csv'));
  await writeLedgerWorkbook(copy, at('ledger.xlsx'));
  rmSync(copy);
  writeFileSync(at('lines.csv'), csvOf(rows, 0));
  await writeLineWorkbook(at('lines.xlsx'), rows, 0);
  return (['ledger', 'lines'] as const).flatMap((noun) =>
    (['csv', 'xlsx'] as const).map((kind) => ({ noun, kind, path: at(`${noun}.${kind}`) })),
  );
};

/** What a tree's reader takes of the processor for a file. @unit s */
const cpuOf = (tree: string, { noun, kind, path }: Contest, rows: number): number => {
  const script = join(import.meta.dirname, '../read-process.ts');
  const output = execFileSync(process.execPath, [script, tree, noun, kind, path], { encoding: 'utf8' });
  const found: { rows: number; cpuSec: number } = JSON.parse(output);
  if (found.rows !== rows) throw new Error(`${tree} read ${found.rows} of ${rows} rows of ${path}`);
  return found.cpuSec;
};

/** The readers of both intakes alone, without a database, in processor time; beside an earlier tree at `READERS_BASE`, in turn. */
export const readersPart: Part = {
  name: part,
  async run({ folder, say }) {
    const [rows, base] = [rowsOfFile(), process.env['READERS_BASE']];
    const figures: Figure[] = [];
    for (const contest of await writeFiles(folder, rows)) {
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        ours.push(cpuOf(here, contest, rows));
        if (base !== undefined) theirs.push(cpuOf(base, contest, rows));
      }
      const what = `${count(rows)} rows of a ${contest.noun === 'ledger' ? 'ledger' : 'file of lines'}, ${contest.kind}`;
      say(`${what}: ${ours.map((sec) => fixed(sec)).join(' ')} / ${theirs.map((sec) => fixed(sec)).join(' ')}`);
      figures.push(noted(part, what, `${fixed(median(ours))} s of processor`));
      if (base === undefined) continue;
      figures.push(noted(part, 'the earlier reader', `${fixed(median(theirs))} s of processor`));
      const ratio = median(ours) / median(theirs);
      figures.push(
        judged(part, `against the earlier reader, medians of ${rounds} in turn`, {
          value: `${fixed(ratio)}×`,
          goal: `≤ ${fixed(most)}×`,
          isMet: ratio <= most,
        }),
      );
    }
    return figures;
  },
};
