import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readLedger } from '../../../apps/server/src/features/recon/intake/ledger-reading.ts';
import { databaseUrl, liftedLimits, type ServerProcess, startServer } from '../../driver/server-process.ts';
import { Visitor } from '../../driver/visitor.ts';
import { enterTenant } from '../bills/merchant.ts';
import { count, type Figure, fixed, judgedAtMost, noted } from '../figures.ts';
import { startLoad, type VisitGround, visit, visitFigures, visitIdle } from '../load.ts';
import type { LoadResult } from '../load-jobs.ts';
import { residentOver } from '../resident-memory.ts';
import { quantile } from '../statistics.ts';
import { matchBare } from './bare.ts';
import { writeCsv, writeWorkbook } from './ledger-file.ts';
import { resultFilters, runLedger, timeBulkStep, timePages } from './merchant-run.ts';
import { addSides, type Sides, writeLedger } from './sides.ts';

const goals = { csv: 2, xlsx: 1.5, growthMb: 200, pageMs: 50, stepMs: 1000 };
const restSec = 10;

interface Ground extends VisitGround {
  readonly owner: pg.Client;
  readonly merchant: Visitor;
  readonly pid: number;
  readonly url: string;
  readonly sides: Sides;
  readonly folder: string;
}

/** How long the reader alone takes for the rows of a workbook. @unit s */
const readAlone = async (
  merchantMapping: Parameters<typeof readLedger>[0]['mapping'],
  path: string,
): Promise<number> => {
  const startedMs = performance.now();
  const task = {
    source: { path, kind: 'xlsx', encoding: 'utf-8' } as const,
    mapping: merchantMapping,
    choices: { takeIn: new Set<number>(), leaveOutFaulty: 0 },
    maxRows: 5_000_000,
  };
  for await (const piece of readLedger(task, new AbortController().signal)) void piece;
  return (performance.now() - startedMs) / 1000;
};

/** The CSV on disk to counts, with a visitor meanwhile, against the bare join of the same run. */
const csvFigures = async (
  part: string,
  ground: Ground,
  size: string,
): Promise<{ figures: Figure[]; runId: string; version: number; bareSec: number }> => {
  const path = join(ground.folder, 'ledger.csv');
  await writeCsv(ground.sides.path, path);
  const restMb = await residentOver(ground.pid, restSec);
  const idle = await visitIdle(ground);
  const visits: Promise<LoadResult>[] = [];
  const run = await runLedger(ground.merchant, ground.owner, {
    ...ground,
    name: 'ledger.csv',
    file: readFileSync(path),
    onStart: () => visits.push(visit(ground)),
  });
  const [meanwhile] = await Promise.all(visits);
  await ground.owner.query('checkpoint');
  const bareSec = await matchBare(ground.url, ground.sides);
  if (meanwhile === undefined) throw new Error('the run ended before it was seen to run');
  return {
    runId: run.runId,
    version: run.version,
    bareSec,
    figures: [
      noted(part, `${size}: a merchant’s CSV, from the start of its run to its counts`, `${fixed(run.seconds, 1)} s`),
      noted(
        part,
        `${size}: bare COPY, full outer join into a table, the same indexes, on the same server`,
        `${fixed(bareSec, 1)} s`,
      ),
      judgedAtMost(part, `${size}: the merchant’s CSV against the bare join`, [run.seconds / bareSec, goals.csv, '×']),
      judgedAtMost(part, `${size}: growth of the server’s memory meanwhile, highest`, [
        run.highestMb - restMb,
        goals.growthMb,
        ' MB',
      ]),
      ...visitFigures(part, { idle, meanwhile, work: 'a reconciliation' }),
    ],
  };
};

/** The same ledger as a workbook. It is the first one of its stage, as the CSV was: a second run also compares itself with the one before. */
const workbookFigures = async (
  part: string,
  ground: Ground,
  { size, bareSec }: { readonly size: string; readonly bareSec: number },
): Promise<Figure[]> => {
  const path = join(ground.folder, 'ledger.xlsx');
  await writeWorkbook(ground.sides.path, path);
  const file = readFileSync(path);
  // The lines of its stage were written a moment ago.
  await ground.owner.query('checkpoint');
  const run = await runLedger(ground.merchant, ground.owner, { ...ground, name: 'ledger.xlsx', file });
  const { rows } = await ground.owner.query<{ mapping: Parameters<typeof readLedger>[0]['mapping'] }>(
    'select mapping from recon_run where run_id = $1',
    [run.runId],
  );
  const [mapped] = rows;
  if (mapped === undefined) throw new Error('the run is gone');
  const readerSec = await readAlone(mapped.mapping, path);
  return [
    noted(
      part,
      `${size}: the same as a workbook, from the start of its run to its counts`,
      `${fixed(run.seconds, 1)} s`,
    ),
    noted(part, `${size}: the reader of workbooks alone`, `${fixed(readerSec, 1)} s`),
    judgedAtMost(part, `${size}: the workbook against its reader’s time and the bare join`, [
      run.seconds / (readerSec + bareSec),
      goals.xlsx,
      '×',
    ]),
  ];
};

/** The CSV once more: matched, and compared with the run before row by row (R13.4). */
const againFigure = async (part: string, ground: Ground, size: string): Promise<Figure> => {
  const file = readFileSync(join(ground.folder, 'ledger.csv'));
  const { seconds } = await runLedger(ground.merchant, ground.owner, { ...ground, name: 'ledger-again.csv', file });
  return noted(
    part,
    `${size}: the same CSV run again, compared with the run before, to its counts`,
    `${fixed(seconds, 1)} s`,
  );
};

/** Works for another tenant with a stage of as many lines, in which nothing was run. */
const onOwnStage = async <T>(
  server: ServerProcess,
  ground: Ground,
  work: (ground: Ground) => Promise<T>,
): Promise<T> => {
  const { owner, sides } = ground;
  const own = await addSides(owner, 'workbook', sides.rows, sides.path);
  const merchant = await enterTenant({ server, owner }, own.tenantId);
  try {
    return await work({ ...ground, merchant, sides: own });
  } finally {
    merchant.close();
  }
};

/** A reconciliation as a merchant has it: through the server, from its file to counts, pages and steps by hand (R13.1 to R13.5). */
export const throughServer = async (
  part: string,
  { folder, rows, say }: { readonly folder: string; readonly rows: number; readonly say: (text: string) => void },
): Promise<Figure[]> => {
  const dataDir = join(folder, 'recon-whole');
  mkdirSync(dataDir, { recursive: true });
  const server = await startServer({
    dataDir,
    env: { LIMITS: JSON.stringify({ ...liftedLimits, reconRows: Math.max(rows, 1_000_000) }) },
  });
  const url = databaseUrl(dataDir);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const load = startLoad();
  const size = `${count(rows)} × ${count(rows)} rows`;
  try {
    const copyPath = join(folder, 'ledger-whole.copy');
    await writeLedger(copyPath, rows, 'usual');
    const sides = await addSides(owner, 'whole', rows, copyPath);
    const merchant = await enterTenant({ server, owner }, sides.tenantId);
    const visitor = await new Visitor(server.url).start();
    const ground: Ground = { owner, merchant, visitor, load, port: server.port, pid: server.pid, url, sides, folder };
    try {
      say(`${size} through the server`);
      const csv = await csvFigures(part, ground, size);
      const pages = await timePages(merchant, csv.runId);
      const step = rows >= 1_000_000 ? await timeBulkStep(merchant, csv) : null;
      say('the same as a workbook');
      return [
        ...csv.figures,
        judgedAtMost(
          part,
          `${size}: first and following pages of ${resultFilters.length} filters and orders, slowest p95 of all calls`,
          [quantile([...pages], 0.95), goals.pageMs, ' ms'],
        ),
        noted(part, `${size}: the slowest of these ${pages.length} calls`, `${fixed(Math.max(...pages), 0)} ms`),
        ...(step === null
          ? []
          : [
              judgedAtMost(part, '10,000 matched items taken apart at once', [step.unmatchMs, goals.stepMs, ' ms']),
              judgedAtMost(part, 'and that taken back', [step.undoMs, goals.stepMs, ' ms']),
            ]),
        await againFigure(part, ground, size),
        ...(await onOwnStage(server, ground, (own) => workbookFigures(part, own, { size, bareSec: csv.bareSec }))),
      ];
    } finally {
      visitor.close();
      merchant.close();
    }
  } finally {
    load.stop();
    await owner.end();
    await server.stop();
  }
};
