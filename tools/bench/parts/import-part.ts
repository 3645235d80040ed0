import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { databaseUrl, liftedLimits, startServer } from '../../driver/server-process.ts';
import { Visitor } from '../../driver/visitor.ts';
import { enterPeople, readyAdmin } from '../../faults/money/people.ts';
import { count, type Figure, fixed, judgedAtMost, noted, type Part } from '../figures.ts';
import { copyBare, type ImportGround, importFile, readAlone } from '../imports/import-file.ts';
import { addParties, csvOf, parties, writeWorkbook } from '../imports/lines-file.ts';
import { startLoad, type VisitGround, visit, visitFigures, visitIdle } from '../load.ts';
import type { LoadResult } from '../load-jobs.ts';
import { residentOver } from '../resident-memory.ts';
import { median } from '../statistics.ts';

const part = 'import';
const standardLines = 1_000_000;
/** The memory of a workbook is that of the thread that reads it. @source security 4.8 */
const goals = { csv: 2, csvMb: 200, xlsx: 1.5, xlsxMb: 512 };
const [rounds, restSec] = [3, 10];

/** How many lines a file has; `IMPORT_LINES` makes a smaller trial. */
const linesOfFile = (): number => Number(process.env['IMPORT_LINES'] ?? standardLines);

interface Ground extends ImportGround, VisitGround {
  readonly folder: string;
  readonly lines: number;
  readonly say: (text: string) => void;
}

/** A stage of its own for a file, whose lines are laid down at rest. */
const openStage = async ({ desk, owner }: Ground, no: number): Promise<string> => {
  const dates = { opensOn: '2026-10-01', issuesOn: '2026-11-02' };
  const saved = await desk.call('ops.stage.save', { name: `导入账期 ${no}`, ...dates });
  await owner.query('checkpoint');
  return String(saved.body.data?.['stageId']);
};

/** A CSV, against a bare COPY of the same rows. */
const csvFigures = async (ground: Ground): Promise<{ readonly figures: Figure[]; readonly seconds: number }> => {
  const { owner, pid, folder, lines, say } = ground;
  const restMb = await residentOver(pid, restSec);
  const [ours, bare, highest]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const stageId = await openStage(ground, round);
    const imported = await importFile(ground, { stageId, name: 'lines.csv', file: csvOf(lines, round) });
    ours.push(imported.seconds);
    highest.push(imported.highestMb);
    const bareSec = await copyBare(owner, stageId, join(folder, `bare-${round}.copy`));
    bare.push(bareSec);
    say(`${fixed(imported.seconds, 1)} s, bare ${fixed(bareSec, 1)} s, ${fixed(imported.highestMb, 0)} MB`);
  }
  const ratio = median(ours.map((took, at) => took / (bare[at] ?? Number.NaN)));
  const figures = [
    noted(
      part,
      `import of ${count(lines)} lines from CSV, from the file on disk to rows under their policies`,
      `${fixed(median(ours), 1)} s`,
    ),
    noted(
      part,
      'bare COPY of the same rows as superuser, into a copy of the table with its partition and indexes',
      `${fixed(median(bare), 1)} s`,
    ),
    judgedAtMost(part, `import against the bare COPY, median of ${rounds} in turn`, [ratio, goals.csv, '×']),
    judgedAtMost(part, 'growth of the server’s memory during upload and import, highest', [
      Math.max(...highest) - restMb,
      goals.csvMb,
      ' MB',
    ]),
  ];
  return { figures, seconds: median(ours) };
};

/** A visitor during one more import of a CSV, as long as the ones before took. */
const visitorFigures = async (ground: Ground, seconds: number): Promise<Figure[]> => {
  const idle = await visitIdle(ground);
  const stageId = await openStage(ground, rounds);
  const visits: Promise<LoadResult>[] = [];
  await importFile(ground, {
    stageId,
    name: 'lines.csv',
    file: csvOf(ground.lines, rounds),
    onStart: () => visits.push(visit(ground, Math.max(1, Math.floor(seconds)))),
  });
  const [meanwhile] = await Promise.all(visits);
  if (meanwhile === undefined) throw new Error('the import ended before it was seen to run');
  return visitFigures(part, { idle, meanwhile, work: 'the whole of an import from CSV' });
};

/** A workbook whose cells share as many texts as it has lines, against its reader's own time and the bare COPY of the same rows. */
const workbookFigures = async (ground: Ground): Promise<Figure[]> => {
  const { owner, pid, folder, lines, say } = ground;
  const path = join(folder, 'lines.xlsx');
  await writeWorkbook(path, lines, rounds + 1);
  const stageId = await openStage(ground, rounds + 1);
  const restMb = await residentOver(pid, restSec);
  const imported = await importFile(ground, { stageId, name: 'lines.xlsx', file: readFileSync(path) });
  const bareSec = await copyBare(owner, stageId, join(folder, 'bare-workbook.copy'));
  const readerSec = await readAlone(owner, imported.importId, path);
  rmSync(path);
  say(`${fixed(imported.seconds, 1)} s, reader ${fixed(readerSec, 1)} s, bare ${fixed(bareSec, 1)} s`);
  return [
    noted(
      part,
      `import of ${count(lines)} lines from a workbook whose cells share ${count(lines)} distinct texts and more`,
      `${fixed(imported.seconds, 1)} s`,
    ),
    noted(part, 'the reader of workbooks alone', `${fixed(readerSec, 1)} s`),
    noted(part, 'bare COPY of the same rows', `${fixed(bareSec, 1)} s`),
    judgedAtMost(part, 'the workbook against its reader’s time and the bare COPY', [
      imported.seconds / (readerSec + bareSec),
      goals.xlsx,
      '×',
    ]),
    judgedAtMost(part, 'growth of the server’s memory during the workbook’s upload and import, highest', [
      imported.highestMb - restMb,
      goals.xlsxMb,
      ' MB',
    ]),
  ];
};

/** The import of a million lines, from a CSV and from a workbook, beside what it cannot do without (R11.6). `IMPORT_LINES` makes a smaller trial. */
export const importPart: Part = {
  name: part,
  async run({ folder, say }) {
    const dataDir = join(folder, 'import');
    const server = await startServer({ dataDir, env: { LIMITS: JSON.stringify(liftedLimits) } });
    const owner = new pg.Client({ connectionString: databaseUrl(dataDir) });
    await owner.connect();
    const people = await enterPeople(server.url, await readyAdmin(server));
    const visitor = await new Visitor(server.url).start();
    const load = startLoad();
    try {
      await owner.query(addParties, [parties.tenants, parties.projects, parties.orgs]);
      const { port, pid } = server;
      const ground: Ground = {
        desk: people.desk,
        owner,
        pid,
        load,
        visitor,
        port,
        folder: dataDir,
        lines: linesOfFile(),
        say,
      };
      const csv = await csvFigures(ground);
      return [...csv.figures, ...(await visitorFigures(ground, csv.seconds)), ...(await workbookFigures(ground))];
    } finally {
      load.stop();
      for (const each of [...Object.values(people), visitor]) each.close();
      await owner.end();
      await server.stop();
    }
  },
};
