import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSentJobs, type SentJobsDeps } from '#kernel/jobs/sent-jobs';
import { gate } from '#kernel/jobs/sent-jobs.fixture';
import type { Ports } from '#kernel/ports';
import { kindsOf, ledgerOf, ReconFixture } from '../recon.fixture.ts';
import { matchLedger } from './match-job.ts';

let fixture: ReconFixture;
/** The owner of the tables, who can lock them. */
let owner: pg.Client;
beforeAll(async () => {
  fixture = await ReconFixture.open();
  owner = new pg.Client({ connectionString: fixture.app.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await fixture.close();
});

/** A worker like that of another node. */
const workerOf = (times: SentJobsDeps['times'], files: Ports['files'] = fixture.app.ports.files) => {
  const { app, database, ports } = fixture.app;
  const own = { ...ports, files, limits: { ...ports.limits, jobsAtOnce: 1 } };
  return createSentJobs({
    database,
    metrics: app.metrics,
    resultRoom: { left: async () => Infinity, lockLeft: async () => Infinity },
    ports: own,
    jobs: [matchLedger],
    times: { graceMs: 100, ...times },
  });
};
/** A store that hands out a file when a gate has opened. */
const slowFiles = (begun: () => void, passed: Promise<void>): Ports['files'] => {
  const { files } = fixture.app.ports;
  const slow: Ports['files']['withLocalPath'] = async (key, use) => {
    begun();
    await passed;
    return files.withLocalPath(key, use);
  };
  return new Proxy(files, {
    get(target, name) {
      if (name === 'withLocalPath') return slow;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};

/** What is stored of a run's result: its items and parts, totals, and the tables that were made for it. */
const storedOf = async (runId: string) => {
  const [row] = await fixture.app.rows(
    `select r.matched_at is not null as matched, to_regclass('recon_item_' || r.run_no) is not null as tables,
        (select count(*)::int from recon_item i where i.run_no = r.run_no) as items,
        (select count(*)::int from recon_total t where t.run_id = r.run_id) as totals from recon_run r where r.run_id = $1`,
    [runId],
  );
  return row;
};
const nothing = { matched: false, tables: false, items: 0, totals: 0 };
const jobOf = async (runId: string) =>
  (
    await fixture.app.rows('select j.* from sent_job j join recon_run r using (job_id) where r.run_id = $1', [runId])
  )[0];

const twoLines = async () => {
  const { stageId, references } = await fixture.bill({ fees: [10_000, 20_000] });
  const [one = ''] = references;
  const file = ledgerOf([
    [one, 10_000],
    ['X-1', 5_000],
  ]);
  return { stageId, file };
};
const kinds = { matched: [1, 10_000, 10_000], onlyInLedger: [1, 5_000, 0], onlyInBill: [1, 0, 20_000] };

describe('R13.4 a run is cancelled', () => {
  it('R13.4 before it began: nothing is stored, and the same ledger runs again', async () => {
    const { stageId, file } = await twoLines();
    const { runId } = await fixture.start(file, stageId);
    const cancel = () => fixture.write('recon.cancel', { runId });
    expect((await cancel()).body.data.status).toBe('cancelled');
    await fixture.app.app.sentJobs.drain();
    expect((await cancel()).body.data.status).toBe('cancelled');
    expect(await storedOf(runId)).toEqual(nothing);
    const again = (await fixture.write('recon.again', { runId })).body.data;
    await fixture.app.app.sentJobs.drain();
    expect(kindsOf(await fixture.get(again.runId))).toEqual(kinds);
  });

  it('R13.4 while it matches: it ends, and nothing is stored', async () => {
    const { stageId, file } = await twoLines();
    const { runId } = await fixture.start(file, stageId);
    await owner.query('begin');
    await owner.query('lock table bill_line in access exclusive mode');
    const drained = workerOf({ beatMs: 50 }).drain();
    const isWaiting = async () =>
      (await owner.query("select from pg_locks where relation = 'bill_line'::regclass and not granted")).rowCount;
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(1);
    expect((await fixture.write('recon.cancel', { runId })).body.data).toMatchObject({ isEnding: true });
    await expect.poll(async () => (await jobOf(runId))?.['status'], { timeout: 20_000 }).toBe('cancelled');
    await owner.query('rollback');
    await drained;
    const isOver = async () =>
      (
        await owner.query(
          "select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()",
        )
      ).rowCount;
    await expect.poll(isOver, { timeout: 20_000 }).toBe(0);
    expect(await storedOf(runId)).toEqual(nothing);
    expect(await fixture.get(runId)).toMatchObject({ status: 'cancelled', failure: '' });
  }, 60_000);
});

describe('R13.4 runs beside each other', () => {
  it('R13.4 two of one stage at once come to the same', async () => {
    const { stageId, file } = await twoLines();
    const sent = [await fixture.start(file, stageId), await fixture.start(file, stageId)];
    await Promise.all([workerOf({}).drain(), workerOf({}).drain()]);
    for (const { runId } of sent) {
      const run = await fixture.get(runId);
      expect(run).toMatchObject({ status: 'done' });
      expect(kindsOf(run)).toEqual(kinds);
    }
  });
});

describe('R14.6 R13.4 a run survives a restart', () => {
  it('R14.6 one whose process died begins again, and is matched once', async () => {
    const { stageId, file } = await twoLines();
    const { runId } = await fixture.start(file, stageId);
    await fixture.app.rows(
      `update sent_job set status = 'running', tries = 1, fence = fence + 1, lease_ends_at = app_now()
        where job_id = (select job_id from recon_run where run_id = $1)`,
      [runId],
    );
    await fixture.app.app.sentJobs.drain();
    await fixture.app.clock.advance({ seconds: 31 });
    await fixture.app.app.sentJobs.drain();
    expect(kindsOf(await fixture.get(runId))).toEqual(kinds);
    expect(await storedOf(runId)).toMatchObject({ matched: true, items: 3 });
  });

  it('R14.6 one that died after it was matched has nothing left to do', async () => {
    const { stageId, file } = await twoLines();
    const before = await fixture.run(file, stageId);
    const { runId } = before;
    await fixture.app.rows(
      "update sent_job set status = 'queued', ended_at = null where job_id = (select job_id from recon_run where run_id = $1)",
      [runId],
    );
    await fixture.app.app.sentJobs.drain();
    expect(await fixture.get(runId)).toEqual({ ...before, progress: expect.anything() });
    expect(await storedOf(runId)).toMatchObject({ items: 3 });
  });

  it('R14.6 one whose lease has expired stores nothing beside the one that began again', async () => {
    const { stageId, file } = await twoLines();
    const { runId } = await fixture.start(file, stageId);
    const [begun, go] = [gate(), gate()];
    // Its lease is not renewed, like that of a process that is suspended.
    const asleep = workerOf({ beatMs: 3_600_000 }, slowFiles(begun.open, go.passed)).drain();
    await begun.passed;
    await fixture.app.clock.advance({ seconds: 31 });
    await workerOf({}).drain();
    const done = await fixture.get(runId);
    expect(done).toMatchObject({ status: 'done' });
    go.open();
    await asleep;
    expect(await fixture.get(runId)).toEqual(done);
    expect(await storedOf(runId)).toMatchObject({ matched: true, items: 3 });
  });
});

describe('R13.4 a run that failed tells who started it', () => {
  const noticesOf = async (runId: string) =>
    fixture.app.rows("select title, text, user_id from notice where place = 'recon' and place_id = $1", [runId]);

  it('R13.4 of rows that cannot be read', async () => {
    const { stageId } = await fixture.bill();
    const file = ['业务编号,日期,金额', 'X-1,2026-10-15,不是数'].join('\r\n');
    const run = await fixture.run(file, stageId);
    expect(run).toMatchObject({ status: 'failed', badRows: 1 });
    expect(await noticesOf(run.runId)).toMatchObject([
      {
        title: '对账没有完成',
        text: expect.stringMatching(/^账期“.+”的对账没有完成：有\u00a01\u00a0行读不出来/),
        user_id: fixture.owner.userId,
      },
    ]);
  });

  it('R13.4 R14.6 of a process that died again and again, once', async () => {
    const { stageId, file } = await twoLines();
    const { runId } = await fixture.start(file, stageId);
    await fixture.app.rows(
      `update sent_job set status = 'running', tries = 1, losses = 9, fence = fence + 1, lease_ends_at = app_now()
        where job_id = (select job_id from recon_run where run_id = $1)`,
      [runId],
    );
    await fixture.app.clock.advance({ seconds: 31 });
    await fixture.app.app.sentJobs.drain();
    await fixture.app.app.sentJobs.drain();
    expect(await fixture.get(runId)).toMatchObject({ status: 'failed' });
    expect(await noticesOf(runId)).toMatchObject([
      { title: '对账没有完成', text: expect.stringContaining('处理多次中断') },
    ]);
  });

  it('R13.4 of a store that fails at the last try, and not of a run that was cancelled', async () => {
    const { stageId, file } = await twoLines();
    const { runId } = await fixture.start(file, stageId);
    const down: Ports['files'] = {
      ...fixture.app.ports.files,
      withLocalPath: () => Promise.reject(new Error('the store is down')),
    };
    await fixture.app.rows(
      'update sent_job set tries = $2 where job_id = (select job_id from recon_run where run_id = $1)',
      [runId, fixture.app.ports.limits.jobTries - 1],
    );
    await workerOf({}, down).drain();
    expect(await noticesOf(runId)).toHaveLength(1);
    const other = await fixture.start(file, stageId);
    expect((await fixture.write('recon.cancel', { runId: other.runId })).status).toBe(200);
    await fixture.app.app.sentJobs.drain();
    expect(await noticesOf(other.runId)).toEqual([]);
  });
});

describe('R13.1 a file of another stage', () => {
  const fees = [10_000, 20_000, 30_000, 40_000, 50_000, 60_000];
  const stageName = async (stageId: string) =>
    (await fixture.app.rows('select name from stage where stage_id = $1', [stageId]))[0]?.['name'];

  it('R13.1 is refused by its references with the name of that stage, and nothing is stored', async () => {
    const [there, here] = [await fixture.bill({ fees }), await fixture.bill({ fees })];
    const file = ledgerOf(there.references.map((reference, at) => [reference, fees[at] ?? 0]));
    const run = await fixture.run(file, here.stageId);
    const name = await stageName(there.stageId);
    expect(run).toMatchObject({
      status: 'failed',
      failure: expect.stringMatching(/^这份商户账像是账期“.+”的：大部分业务编号属于/),
      seemsOf: { stageId: there.stageId, stageName: name },
    });
    expect(run.failure).toContain(`“${String(name)}”`);
    expect(await storedOf(run.runId)).toMatchObject({ matched: false, items: 0 });
    // Of its own stage it is matched, and of this one on demand, then also again.
    expect(await fixture.run(file, there.stageId)).toMatchObject({ status: 'done', differencesLeft: 0 });
    const anyway = (await fixture.write('recon.again', { runId: run.runId, anyStage: true })).body.data;
    await fixture.app.app.sentJobs.drain();
    expect(await fixture.get(anyway.runId)).toMatchObject({ status: 'done' });
    const again = (await fixture.write('recon.again', { runId: anyway.runId })).body.data;
    await fixture.app.app.sentJobs.drain();
    expect(await fixture.get(again.runId)).toMatchObject({ status: 'done' });
  });

  it('R13.1 is refused by its days where its references are known nowhere', async () => {
    const [there, here] = [await fixture.bill({ fees }), await fixture.bill({ fees })];
    // As the owner of the table: lines never change.
    await owner.query('begin');
    await owner.query("set local session_replication_role = 'replica'");
    await owner.query("update bill_line set occurred_on = date '2024-02-03' where stage_id = $1", [there.stageId]);
    await owner.query('commit');
    const file = ledgerOf(fees.map((fee, at) => [`OWN-${at}`, fee, '2024-02-03']));
    expect(await fixture.run(file, here.stageId)).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining('大部分日期属于'),
      seemsOf: { stageId: there.stageId },
    });
    expect(await fixture.run(file, there.stageId)).toMatchObject({ status: 'done' });
  });

  it('R13.1 with a part of its rows in another stage is none', async () => {
    const [there, here] = [await fixture.bill({ fees }), await fixture.bill({ fees })];
    const references = [...there.references, here.references[0] ?? ''];
    const file = ledgerOf(references.map((reference) => [reference, 10_000]));
    expect(await fixture.run(file, here.stageId)).toMatchObject({ status: 'done' });
  });
});

it('R13.2 a line that stands matched in the stage before explains no surplus row, one without a counterpart does', async () => {
  const [before, now] = [
    await fixture.bill({ fees: [10_000, 20_000] }),
    await fixture.bill({ fees: [30_000, 40_000] }),
  ];
  for (const [at, { stageId }] of [before, now].entries()) {
    await fixture.app.rows('update stage set opens_on = $2 where stage_id = $1', [stageId, `2019-0${at + 1}-01`]);
  }
  const of = ({ references }: typeof before, fees: readonly number[]) =>
    references.map((reference, at): [string, number] => [reference, fees[at] ?? 0]);
  const [first, second] = of(before, [10_000, 20_000]);
  if (first === undefined || second === undefined) throw new Error('there are two lines');
  const file = ledgerOf([...of(now, [30_000, 40_000]), first]);
  const surplus = async () =>
    Object.keys(kindsOf(await fixture.run(file, now.stageId))).filter((kind) => kind !== 'matched');
  expect(await surplus()).toEqual(['crossStage']);
  await fixture.run(ledgerOf([second]), before.stageId);
  expect(await surplus()).toEqual(['crossStage']);
  await fixture.run(ledgerOf([first, second]), before.stageId);
  expect(await surplus()).toEqual(['onlyInLedger']);
});

it('R13.4 a run that goes on says in which phase it is', async () => {
  const { stageId, file } = await twoLines();
  const { runId } = await fixture.start(file, stageId);
  await owner.query('begin');
  await owner.query('lock table bill_line in access exclusive mode');
  const drained = workerOf({ beatMs: 50 }).drain();
  const progressNow = async () => (await fixture.get(runId)).progress;
  await expect.poll(progressNow, { timeout: 20_000 }).toMatchObject({ done: 0, total: 100, text: '正在取平台账' });
  await owner.query('rollback');
  await drained;
  expect(await fixture.get(runId)).toMatchObject({ status: 'done' });
}, 60_000);
