import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBackupFolder } from '#adapters/backup-folder';
import { createBackupProcess } from '#adapters/backup-process';
import { backupJobs, type TakePlanned } from '#kernel/backup/backup-job';
import { createBackupLook } from '#kernel/backup/backup-metrics';
import { holdBackupLock } from '#kernel/backup/backup-run.sql';
import { createScheduledJobs } from '#kernel/jobs/scheduled-jobs';
import { createMetrics } from '#kernel/observe/metrics';
import type { BackupPlan } from '#kernel/setup/config-parts/backup-config';
import { type TestApp, testApp } from '#kernel/testing/test-app';
import { settingOf, testFolder } from './backup.fixture.ts';
import { printBackup } from './backup.ts';
import { runHere } from './run-command.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(() => app.rows('delete from scheduled_job; delete from backup_run'));
afterAll(() => app.close());

const planOf = (to: string): BackupPlan => ({ to, everyHours: 24, keep: 2 });

/** Takes it in this process, as the command does. */
const takeHere =
  ({ to, keep }: BackupPlan): TakePlanned =>
  async () => {
    const asked = { target: createBackupFolder(to), recipient: null, keep };
    await runHere((print) => printBackup(settingOf(app.dataDir, app.url), asked, print));
  };
/** A worker like that of another node. */
const node = (plan: BackupPlan, take: TakePlanned = takeHere(plan)) =>
  createScheduledJobs({
    database: app.database,
    ports: app.ports,
    log: app.ports.log,
    jobs: backupJobs(plan, take),
    times: { retrySec: 900 },
  });

const envOf = (to: string) => ({
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  NODE_ENV: 'test',
  DATA_DIR: app.dataDir,
  DATABASE_URL: app.url,
  DEMO: 'off',
  BACKUP_TO: to,
  BACKUP_KEEP: '2',
});
const here = () => ({ dataDir: app.dataDir, clock: app.clock });
const runs = () => app.rows('select * from backup_run order by run_id');
const backupsIn = async (to: string): Promise<string[]> => readdir(join(to, 'backups')).catch(() => []);
const jobRow = async () => (await app.rows("select * from scheduled_job where name = 'backup.take'"))[0];

describe('running 3.3 the backup by the clock', () => {
  it('running 3.3 is taken at once by a process of its own, by one of all nodes, and kept a record of', async () => {
    const to = await testFolder();
    const plan = planOf(to);
    const env = envOf(to);
    const nodes = [node(plan, createBackupProcess(env)), node(plan, createBackupProcess(env))];
    await Promise.all(nodes.map((each) => each.drain()));
    const [run, ...others] = await runs();
    expect(others).toEqual([]);
    expect(run).toMatchObject({ outcome: 'done', place: to, reason: null, ended_at: expect.any(Date) });
    expect(Number(run?.['bytes'])).toBeGreaterThan(100);
    expect(Number(run?.['row_count'])).toBeGreaterThan(0);
    expect(await backupsIn(to)).toEqual([run?.['backup_id']]);
    expect(await jobRow()).toMatchObject({ ended_at: expect.any(Date), failed_at: null });
    await node(plan).drain();
    expect(await runs()).toHaveLength(1);
  });

  it('running 3.3 what was missed while no server ran is made up for once, and only the newest are kept', async () => {
    const plan = planOf(await testFolder());
    await node(plan).drain();
    for (const days of [3, 1, 1]) {
      await app.clock.advance({ days });
      await node(plan).drain();
    }
    const kept = (await runs()).map((run) => run['backup_id']).slice(-2);
    expect(await runs()).toHaveLength(4);
    expect((await backupsIn(plan.to)).toSorted()).toEqual(kept);
  });

  it('running 3.3 never runs beside another backup of the same database, and says so', async () => {
    const plan = planOf(await testFolder());
    const other = new pg.Client({ connectionString: app.url });
    await other.connect();
    try {
      expect(await holdBackupLock(other)).toBe(true);
      await node(plan, createBackupProcess(envOf(plan.to))).drain();
    } finally {
      await other.end();
    }
    // It waits and has not failed: nobody is called for it.
    expect(await jobRow()).toMatchObject({
      failed_at: null,
      ended_at: null,
      tries: 0,
      failure: expect.stringContaining('另一个备份正在进行'),
    });
    expect(await runs()).toEqual([]);
    expect(await backupsIn(plan.to)).toEqual([]);
    await app.clock.advance({ minutes: 16 });
    await expect.poll(async () => (await node(plan).drain(), runs())).toMatchObject([{ outcome: 'done' }]);
  });

  it('running 3.1 one that is asked to end goes with its temporary folder, and says that it is none', async () => {
    const [to, temp] = [await testFolder(), await testFolder()];
    const holder = new pg.Client({ connectionString: app.url });
    await holder.connect();
    try {
      // It waits at this table, with its folder.
      await holder.query('begin; lock table notice in access exclusive mode');
      const program = join(import.meta.dirname, 'backup-command.ts');
      const child = spawn(process.execPath, [program, to], { env: { ...envOf(to), TMPDIR: temp } });
      let printed = '';
      child.stderr.on('data', (text) => (printed += text));
      const ended = once(child, 'close');
      await expect.poll(() => readdir(temp)).toEqual([expect.stringMatching(/^ronghui-temp-/)]);
      child.kill('SIGTERM');
      expect((await ended)[0]).toBe(143);
      expect(printed).toMatch(/^已中断：[^\n]*\n$/);
    } finally {
      await holder.end();
    }
    expect(await readdir(temp)).toEqual([]);
  });

  it('running 3.3 a target that cannot be written to is named, with what to do', async () => {
    const to = join(await testFolder(), 'a-file');
    await writeFile(to, '');
    await node(planOf(to)).drain();
    const reason = expect.stringMatching(/a-file 不能写入（ENOTDIR）：请检查/);
    expect(await runs()).toMatchObject([{ outcome: 'failed', backup_id: null, reason }]);
    expect(await jobRow()).toMatchObject({ failure: reason, failed_at: expect.any(Date) });
  });

  it('running 3.3 a run that died is closed by the next one, and no more than two hundred are kept', async () => {
    const plan = planOf(await testFolder());
    await app.rows(`insert into backup_run (place) values ($1)`, [plan.to]);
    await app.rows(
      `insert into backup_run (place, ended_at, outcome, reason, backup_id, bytes, row_count)
        select $1, app_now(), case when n = 1 then 'done' else 'failed' end, 'x', 'b', 1, 1 from generate_series(1, 300) n`,
      [plan.to],
    );
    await node(plan).drain();
    const found = await runs();
    expect(found.length).toBeLessThanOrEqual(201);
    expect(found.filter((run) => run['outcome'] === null)).toEqual([]);
    expect(found.filter((run) => run['outcome'] === 'done')).toHaveLength(2);
  });
});

describe('running 3.3 metrics', () => {
  it('running 3.3 the age of the last good backup is a metric, and so is that it is older than two periods', async () => {
    const plan = planOf(await testFolder());
    const metrics = createMetrics();
    metrics.watch(createBackupLook(app.database, plan, here()));
    const read = async () => {
      const text = await metrics.text();
      const [, age, overdue] = /\nronghui_backup_age_seconds (\S+)[\s\S]*\nronghui_backup_late (\S+)/.exec(text) ?? [];
      return { hours: Math.round(Number(age) / 3600), overdue };
    };
    await node(plan).drain();
    expect(await read()).toEqual({ hours: 0, overdue: '0' });
    await app.clock.advance({ hours: 47 });
    expect(await read()).toEqual({ hours: 47, overdue: '0' });
    await app.clock.advance({ hours: 2 });
    expect(await read()).toEqual({ hours: 49, overdue: '1' });
    await node(plan).drain();
    expect(await read()).toEqual({ hours: 0, overdue: '0' });
  });

  it('running 3.3 while none ever came out well its age counts from the first try', async () => {
    const plan = planOf(join(await testFolder(), 'a-file'));
    await writeFile(plan.to, '');
    await node(plan).drain();
    await app.clock.advance({ hours: 49 });
    const metrics = createMetrics();
    metrics.watch(createBackupLook(app.database, plan, here()));
    expect(await metrics.text()).toMatch(/ronghui_backup_late 1/);
  });

  it('running 3.3 while none could even begin its age counts from the first start with this target', async () => {
    const plan = planOf(await testFolder());
    const started = () => {
      const metrics = createMetrics();
      metrics.watch(createBackupLook(app.database, plan, here()));
      return metrics;
    };
    expect(await started().text()).toMatch(/ronghui_backup_late 0/);
    await app.clock.advance({ hours: 49 });
    // Of another start the first one stays the first.
    expect(await started().text()).toMatch(/ronghui_backup_age_seconds 1764\d\d[\s\S]*ronghui_backup_late 1/);
    expect(await runs()).toEqual([]);
    const other = createMetrics();
    other.watch(createBackupLook(app.database, planOf(await testFolder()), here()));
    expect(await other.text()).toMatch(/ronghui_backup_late 0/);
  });

  it('running 3.3 on a data folder that cannot be written to its age counts from the start of the process, and from there on once it can', async () => {
    const plan = planOf(await testFolder());
    const dataDir = join(await testFolder(), 'data');
    await writeFile(dataDir, '');
    const metrics = createMetrics();
    metrics.watch(createBackupLook(app.database, plan, { dataDir, clock: app.clock }));
    expect(await metrics.text()).toMatch(/ronghui_backup_late 0/);
    await app.clock.advance({ hours: 49 });
    expect(await metrics.text()).toMatch(/ronghui_backup_age_seconds 1764\d\d[\s\S]*ronghui_backup_late 1/);
    await rm(dataDir);
    await mkdir(dataDir);
    expect(await metrics.text()).toMatch(/ronghui_backup_late 1/);
    const [name = '', ...others] = await readdir(dataDir);
    expect(others).toEqual([]);
    const { since } = JSON.parse(await readFile(join(dataDir, name), 'utf8'));
    expect(Math.round((app.clock.now().getTime() - Date.parse(since)) / 3_600_000)).toBe(49);
  });

  it('running 3.3 without a target there is nothing to watch', async () => {
    const metrics = createMetrics();
    metrics.watch(createBackupLook(app.database, null, here()));
    expect(await metrics.text()).not.toMatch(/^ronghui_backup/m);
  });
});
