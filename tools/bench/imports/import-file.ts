import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { readStaged } from '../../../apps/server/src/features/bill/line-import/import-reading.ts';
import { mappingOf } from '../../../apps/server/src/features/bill/line-import/mapping-of.ts';
import type { Visitor, WireData } from '../../driver/visitor.ts';
import { highestDuring } from '../resident-memory.ts';

const pollMs = 200;
const mostRows = 10_000_000;

/** What an import is made with, and the process that makes it. */
export interface ImportGround {
  readonly desk: Visitor;
  readonly owner: pg.Client;
  readonly pid: number;
}

/** An import as the server had it. */
interface Imported {
  readonly importId: string;
  /** From the start of its job to its rows. */
  readonly seconds: number;
  /** From its upload to its rows. */
  readonly highestMb: number;
}

/** Uploads a file and imports its lines with the columns as recognised. `onStart` is called once its job runs. */
export const importFile = async (
  { desk, owner, pid }: ImportGround,
  {
    stageId,
    name,
    file,
    onStart,
  }: { readonly stageId: string; readonly name: string; readonly file: Buffer; readonly onStart?: () => void },
): Promise<Imported> => {
  const data = async (operationId: string, payload: WireData): Promise<WireData> => {
    const { status, body } = await desk.call(operationId, payload);
    if (status !== 200) throw new Error(`${operationId}: ${JSON.stringify(body)}`);
    return body.data ?? {};
  };
  const run = async (): Promise<string> => {
    const uploaded = await desk.upload('ops.lineImport.upload', name, file, { stageId });
    if (uploaded.status !== 200) throw new Error(`ops.lineImport.upload: ${uploaded.status} ${uploaded.body.errCode}`);
    const importId = uploaded.body.data?.['importId'];
    const { mapping } = await data('ops.lineImport.preview', { importId });
    await data('ops.lineImport.start', { importId, version: 1, mapping });
    for (let isRunning = false; ; await wait(pollMs)) {
      const { status, failure } = await data('ops.lineImport.get', { importId });
      if (status !== 'queued' && !isRunning) {
        isRunning = true;
        onStart?.();
      }
      if (status === 'done') return String(importId);
      if (status !== 'queued' && status !== 'running')
        throw new Error(`the import is ${String(status)}: ${String(failure)}`);
    }
  };
  const [importId, highestMb] = await highestDuring(pid, run);
  const { rows } = await owner.query<{ seconds: number }>(
    'select extract(epoch from coalesce(j.ended_at, app_now()) - j.started_at)::float8 as seconds from line_import i join sent_job j using (job_id) where i.import_id = $1',
    [importId],
  );
  return { importId, seconds: rows[0]?.seconds ?? Number.NaN, highestMb };
};

/** The same rows by a bare COPY as superuser, whom policies do not bind, into a copy of the table with its partition and indexes. @unit s */
export const copyBare = async (owner: pg.Client, stageId: string, path: string): Promise<number> => {
  await owner.query(`copy (select * from bill_line where stage_id = '${stageId}') to '${path}'`);
  await owner.query('create table bare_line (like bill_line including all) partition by list (stage_id)');
  await owner.query(`create table bare_line_part partition of bare_line for values in ('${stageId}')`);
  await owner.query('checkpoint');
  const startedMs = performance.now();
  await owner.query(`copy bare_line from '${path}'`);
  const seconds = (performance.now() - startedMs) / 1000;
  await owner.query('drop table bare_line');
  rmSync(path, { force: true });
  return seconds;
};

/** How long the reader alone takes for the rows of a workbook that was imported. @unit s */
export const readAlone = async (owner: pg.Client, importId: string, path: string): Promise<number> => {
  const { rows } = await owner.query<{ mapping: Parameters<typeof mappingOf>[0] }>(
    'select mapping from line_import where import_id = $1',
    [importId],
  );
  const source = { path, kind: 'xlsx', encoding: 'utf-8' } as const;
  const choices = { takeIn: new Set<number>(), leaveOutFaulty: 0 };
  const period = { from: '2000-01-01', until: '2100-01-01' };
  const task = { source, mapping: mappingOf(rows[0]?.mapping ?? []), choices, period, maxRows: mostRows };
  const startedMs = performance.now();
  for await (const piece of readStaged(task, new AbortController().signal)) void piece;
  return (performance.now() - startedMs) / 1000;
};
