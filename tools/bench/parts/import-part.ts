import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrl, liftedLimits, startServer } from '../../driver/server-process.ts';
import type { Visitor } from '../../driver/visitor.ts';
import { enterPeople, readyAdmin } from '../../faults/money/people.ts';
import { count, type Figure, fixed, judged, noted, type Part } from '../figures.ts';
import { residentMb, residentOver } from '../resident-memory.ts';
import { median } from '../statistics.ts';

const part = 'import';
const standardLines = 1_000_000;
const size = { tenants: 20, projects: 5, orgs: 5 } as const;
const goals = { ratio: 2, growthMb: 200 };
const [rounds, restSec, pollMs] = [3, 10, 200];

/** How many lines a file has; `IMPORT_LINES` makes a smaller trial. */
const linesOfFile = (): number => Number(process.env['IMPORT_LINES'] ?? standardLines);

const parties = `
  with t as (insert into tenant (tenant_id, name) select 'imp-t' || n, '导入商户 ' || n from generate_series(0, $1::int - 1) n returning tenant_id),
    o as (insert into org (org_id, name) select 'imp-o' || n, '导入机构 ' || n from generate_series(0, $3::int - 1) n),
    r as (insert into fee_rule (rule_id, product_id) values ('imp-rule', 'imp-loan'))
  insert into project (tenant_id, project_id, name) select tenant_id, 'imp-j' || n, '导入项目 ' || n from t, generate_series(0, $2::int - 1) n`;

/** A CSV with as many lines; each round has other references, as each month has. */
const fileOf = (lines: number, round: number): Buffer => {
  const pieces: string[] = ['商户,项目,产品,机构,业务编号,业务日期,金额,费率,客户姓名\n'];
  for (let at = 0; at < lines; at += 1) {
    const amount = `${1000 + ((at * 7919) % 50_000)}.${String(at % 100).padStart(2, '0')}`;
    pieces.push(
      `导入商户 ${at % size.tenants},导入项目 ${at % size.projects},imp-loan,导入机构 ${at % size.orgs},R${round}${String(at).padStart(10, '0')},2026-10-${10 + (at % 18)},${amount},1.2%,张三\n`,
    );
  }
  return Buffer.from(pieces.join(''));
};

interface Imported {
  readonly seconds: number;
  readonly highestMb: number;
}

/** Imports a file, from its start to its rows. */
const importFile = async (
  desk: Visitor,
  owner: pg.Client,
  { stageId, file, pid }: { readonly stageId: string; readonly file: Buffer; readonly pid: number },
): Promise<Imported> => {
  const data = async (operationId: string, payload: Readonly<Record<string, unknown>>) => {
    const { status, body } = await desk.call(operationId, payload);
    if (status !== 200) throw new Error(`${operationId}: ${JSON.stringify(body)}`);
    return body.data ?? {};
  };
  const uploaded = await desk.upload('ops.lineImport.upload', 'lines.csv', file, { stageId });
  const importId = uploaded.body.data?.['importId'];
  const { mapping } = await data('ops.lineImport.preview', { importId });
  await data('ops.lineImport.start', { importId, version: 1, mapping });
  for (let highestMb = 0; ; ) {
    highestMb = Math.max(highestMb, residentMb(pid));
    const { status, failure } = await data('ops.lineImport.get', { importId });
    if (status === 'done') {
      const { rows } = await owner.query<{ seconds: number }>(
        'select extract(epoch from coalesce(j.ended_at, app_now()) - j.started_at)::float8 as seconds from line_import i join sent_job j using (job_id) where i.import_id = $1',
        [importId],
      );
      return { seconds: rows[0]?.seconds ?? Number.NaN, highestMb };
    }
    if (status !== 'queued' && status !== 'running')
      throw new Error(`the import is ${String(status)}: ${String(failure)}`);
    await wait(pollMs);
  }
};

/** The same rows by a bare COPY as superuser, whom policies do not bind, into a copy of the table with its partition and indexes. */
const copyBare = async (owner: pg.Client, stageId: string, path: string): Promise<number> => {
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

/** The import of a million lines from a CSV against a bare COPY of the same rows (R11.6). `IMPORT_LINES` makes a smaller trial. */
export const importPart: Part = {
  name: part,
  async run({ folder, say }) {
    const lines = linesOfFile();
    const dataDir = join(folder, 'import');
    const server = await startServer({ dataDir, env: { LIMITS: JSON.stringify(liftedLimits) } });
    const owner = new pg.Client({ connectionString: databaseUrl(dataDir) });
    await owner.connect();
    const people = await enterPeople(server.url, await readyAdmin(server));
    try {
      await owner.query(parties, [size.tenants, size.projects, size.orgs]);
      const restMb = await residentOver(server.pid, restSec);
      const [ours, bare, highest]: [number[], number[], number[]] = [[], [], []];
      for (let round = 0; round < rounds; round += 1) {
        const saved = await people.desk.call('ops.stage.save', {
          name: `导入账期 ${round}`,
          opensOn: '2026-10-01',
          issuesOn: '2026-11-02',
        });
        const stageId = String(saved.body.data?.['stageId']);
        await owner.query('checkpoint');
        const imported = await importFile(people.desk, owner, { stageId, file: fileOf(lines, round), pid: server.pid });
        ours.push(imported.seconds);
        highest.push(imported.highestMb);
        bare.push(await copyBare(owner, stageId, join(dataDir, `bare-${round}.copy`)));
        say(
          `${fixed(imported.seconds, 1)} s, bare ${fixed(bare[round] ?? Number.NaN, 1)} s, ${fixed(imported.highestMb, 0)} MB`,
        );
      }
      const ratio = median(ours.map((took, at) => took / (bare[at] ?? Number.NaN)));
      const growthMb = Math.max(...highest) - restMb;
      return [
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
        judged(part, `import against the bare COPY, median of ${rounds} in turn`, {
          value: `${fixed(ratio)}×`,
          goal: `≤ ${goals.ratio}×`,
          isMet: ratio <= goals.ratio,
        }),
        judged(part, 'growth of the server’s memory meanwhile, highest', {
          value: `${fixed(growthMb, 0)} MB`,
          goal: `≤ ${goals.growthMb} MB`,
          isMet: growthMb <= goals.growthMb,
        }),
      ] satisfies Figure[];
    } finally {
      for (const visitor of Object.values(people)) visitor.close();
      await owner.end();
      await server.stop();
    }
  },
};
