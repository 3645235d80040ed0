import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Job, job } from '#kernel/jobs/jobs';
import type { Schedule } from '#kernel/jobs/schedule';
import { createScheduledJobs, type ScheduledJobsDeps } from '#kernel/jobs/scheduled-jobs';
import { gate } from '#kernel/jobs/sent-jobs.fixture';
import { startWorker } from '#kernel/jobs/testing/worker-process';
import { type Cut, cutAt } from '#kernel/testing/cut-connections';
import { type TestApp, testApp } from '#kernel/testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
const dayMs = 86_400_000;
/** Each test begins at a noon, far from the moments that it does not mean. */
beforeEach(async () => {
  await app.clock.advance({ ms: dayMs - ((app.clock.now().getTime() + dayMs / 2) % dayMs) });
  await app.rows('delete from scheduled_job');
});
afterAll(() => app.close());

const times = (count: number) => Array.from({ length: count }, (_, at) => at);

/** A worker like that of another node. */
const worker = (jobs: readonly Job[], changed: ScheduledJobsDeps['times'] = {}) =>
  createScheduledJobs({
    database: app.database,
    ports: app.ports,
    log: app.ports.log,
    jobs,
    times: { beatMs: 50, ...changed },
  });

/** A job that is due every ten minutes, and the number of its runs. */
const sample = (name: string, run: () => Promise<void> = async () => undefined, every: Schedule = { minutes: 10 }) => {
  const counted = { runs: 0 };
  const declared = job({
    name: `sample.${name}`,
    every,
    async run() {
      counted.runs += 1;
      await run();
    },
  });
  return { job: declared, counted };
};

const row = async (name: string): Promise<Record<string, unknown>> =>
  (await app.rows('select * from scheduled_job where name = $1', [`sample.${name}`]))[0] ?? {};

/** The rows of jobs as after a start, and each of them due now. */
const makeDue = async (...jobs: readonly Job[]): Promise<void> => {
  await worker(jobs).drain();
  const names = jobs.map(({ name }) => name);
  await app.rows("update scheduled_job set next_at = app_now() - interval '1 second' where name = any($1)", [names]);
};

const hang = () => new Promise<void>(() => undefined);
const failures = () => app.logged.filter(({ facts }) => facts['event'] === 'jobFailed').length;

describe('R14.1 moments', () => {
  test.each([
    ['2026-11-28 10:00:00Z', 60, 0, '2026-11-28 10:01:00Z'],
    ['2026-11-28 10:00:00.001Z', 600, 0, '2026-11-28 10:10:00Z'],
    ['2026-11-28 10:16:59.999Z', 3600, 1020, '2026-11-28 10:17:00Z'],
    ['2026-11-28 10:17:00Z', 3600, 1020, '2026-11-28 11:17:00Z'],
    ['2026-12-31 19:46:00Z', 86_400, 71_220, '2026-12-31 19:47:00Z'],
    ['2026-12-31 19:47:00Z', 86_400, 71_220, '2027-01-01 19:47:00Z'],
    ['2028-02-29 00:00:00+08', 86_400, 0, '2028-02-29 00:00:00Z'],
  ])('R14.1 after %s every %i seconds from %i comes %s', async (after, step, offset, next) => {
    for (const zone of ['UTC', 'Asia/Shanghai', 'America/New_York']) {
      const [found] = await app.rows(
        `select moment_after($1, $2, $3) = $4::timestamptz as same from set_config('timezone', $5, true)`,
        [after, step, offset, next, zone],
      );
      expect(found, zone).toEqual({ same: true });
    }
  });

  test('R14.1 jobs are scheduled in the database, once for any number of starts', async () => {
    const { job: nightly, counted } = sample('nightly', undefined, { dailyAt: '03:00' });
    for (const _ of times(2)) {
      const nodes = times(3).map(() => worker([nightly]));
      for (const node of nodes) node.start();
      await expect.poll(() => app.rows('select name from scheduled_job')).toEqual([{ name: 'sample.nightly' }]);
      await Promise.all(nodes.map((node) => node.stop()));
    }
    const { next_at: nextAt } = await row('nightly');
    expect(nextAt).toBeInstanceOf(Date);
    expect(String((nextAt as Date).toISOString())).toMatch(/T03:00:00.000Z$/);
    expect(counted.runs).toBe(0);
  });

  test('R14.1 a job runs when its moment has come, and not before the next one', async () => {
    const { job: one, counted } = sample('due');
    await worker([one]).drain();
    expect(counted.runs).toBe(0);
    await app.clock.advance({ minutes: 10 });
    await worker([one]).drain();
    await worker([one]).drain();
    expect(counted.runs).toBe(1);
    expect(await row('due')).toMatchObject({ tries: 0, lease_ends_at: null, failed_at: null });
    expect(
      await app.rows('select ended_at >= started_at as ended, next_at > app_now() as waits from scheduled_job'),
    ).toEqual([{ ended: true, waits: true }]);
  });

  test('R14.1 moments that were missed while no server ran are run once', async () => {
    const { job: one, counted } = sample('missed', undefined, { minutes: 1 });
    await worker([one]).drain();
    await app.clock.advance({ hours: 8 });
    await worker([one]).drain();
    expect(counted.runs).toBe(1);
  });

  test('R14.1 many that are due at once all run, five at most at a time', async () => {
    const [now, most] = [new Set<number>(), { count: 0 }];
    const made = times(12).map((at) =>
      sample(`many${at}`, async () => {
        now.add(at);
        most.count = Math.max(most.count, now.size);
        for (const _ of times(3)) await row('many0');
        now.delete(at);
      }),
    );
    const jobs = made.map((each) => each.job);
    await makeDue(...jobs);
    await worker(jobs).drain();
    expect(made.map(({ counted }) => counted.runs)).toEqual(times(12).map(() => 1));
    expect(most.count).toBe(5);
  });
});

describe('R14.5 nodes share the jobs', () => {
  test('R14.5 of eight parallel nodes one runs each moment, once', async () => {
    const made = times(4).map((at) => sample(`shared${at}`));
    const jobs = made.map((each) => each.job);
    for (const round of times(10)) {
      await makeDue(...jobs);
      await Promise.all(times(8).map(() => worker(jobs).drain()));
      expect(made.map(({ counted }) => counted.runs)).toEqual(times(4).map(() => round + 1));
    }
  });

  test('R14.5 a job that has left the code is not run; its row stays for nodes of another version, and goes after a week', async () => {
    const gone = sample('gone');
    await makeDue(gone.job);
    const { job: kept } = sample('kept');
    await worker([kept]).drain();
    expect(await row('gone')).toMatchObject({ tries: 0, started_at: null });
    await app.clock.advance({ days: 6 });
    await worker([kept]).drain();
    expect(await row('gone')).toMatchObject({ name: 'sample.gone' });
    await app.clock.advance({ days: 2 });
    await worker([kept]).drain();
    expect(await row('gone')).toEqual({});
    expect(await row('kept')).toMatchObject({ name: 'sample.kept' });
    expect(gone.counted.runs).toBe(0);
  });

  test('R14.5 a job whose schedule has become a nearer one follows it from the start of the new version', async () => {
    await worker([sample('moved', undefined, { dailyAt: '03:00' }).job]).drain();
    await worker([sample('moved', undefined, { minutes: 1 }).job]).drain();
    expect(await app.rows("select next_at <= app_now() + interval '1 minute' as soon from scheduled_job")).toEqual([
      { soon: true },
    ]);
  });
});

describe('R14.6 runs that fail or die', () => {
  test('R14.6 a failed run is tried twice more, soon, and then waits for its next moment', async () => {
    const before = failures();
    const { job: one, counted } = sample('wrong', () => Promise.reject(new Error('on purpose')), { dailyAt: '03:00' });
    await makeDue(one);
    for (const tries of [1, 2, 3]) {
      await worker([one]).drain();
      await worker([one]).drain();
      expect(counted.runs).toBe(tries);
      expect(await row('wrong')).toMatchObject({ tries: tries % 3, lease_ends_at: null, ended_at: null });
      await app.clock.advance({ seconds: 15 });
    }
    await worker([one]).drain();
    expect(counted.runs).toBe(3);
    expect((await row('wrong'))['failed_at']).toBeInstanceOf(Date);
    expect(failures()).toBe(before + 3);
    await app.clock.advance({ days: 1 });
    await worker([one]).drain();
    expect(counted.runs).toBe(4);
    expect(await row('wrong')).toMatchObject({ tries: 1 });
  });

  test('R14.6 a database that takes no writes, or is away, costs a scheduled job none of its tries: it runs once it is back', async () => {
    let isBack = false;
    const { job: one, counted } = sample(
      'lost',
      () =>
        app.database.transact('service', async (tx) => {
          if (!isBack) await sql`set transaction read only`.execute(tx);
          await sql`delete from scheduled_job where name = 'no.such'`.execute(tx);
        }),
      { dailyAt: '03:00' },
    );
    const before = failures();
    await makeDue(one);
    const node = worker([one]);
    for (const run of times(5)) {
      await node.drain();
      expect(counted.runs).toBe(run + 1);
      expect(await row('lost')).toMatchObject({
        tries: 0,
        failed_at: null,
        failure: expect.stringContaining('数据库'),
      });
      await app.clock.advance({ seconds: 15 });
    }
    expect(failures()).toBe(before);
    isBack = true;
    await node.drain();
    expect(counted.runs).toBe(6);
    expect(await row('lost')).toMatchObject({ tries: 0, failed_at: null, ended_at: expect.any(Date) });
  });

  test('R14.6 a job that always loses the database is failing from the tenth time on, and goes on trying', async () => {
    const gone = () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' }));
    const { job: one, counted } = sample('loses', gone, { dailyAt: '03:00' });
    await makeDue(one);
    const node = worker([one]);
    for (const run of times(12)) {
      await node.drain();
      expect(counted.runs).toBe(run + 1);
      expect((await row('loses'))['failed_at'] !== null, String(run)).toBe(run >= 9);
      await app.clock.advance({ seconds: 15 });
    }
    expect(await row('loses')).toMatchObject({ tries: 0, lease_ends_at: null });
  });

  test('R14.6 a run whose end the database did not take says so when it is back, and its process has not died', async () => {
    let cut: Cut | undefined;
    const { job: one, counted } = sample('unsaid', async () => {
      cut = cutAt(1, 'before');
    });
    await makeDue(one);
    await worker([one], { beatMs: 3_600_000 }).drain();
    cut?.end();
    expect(cut?.wasHit).toBe(true);
    expect(counted.runs).toBe(1);
    expect(await row('unsaid')).toMatchObject({ lease_ends_at: null, failed_at: null, ended_at: expect.any(Date) });
  });

  test('R14.6 a running job keeps its lease for any length of time', async () => {
    const [begun, go] = [gate(), gate()];
    const { job: one, counted } = sample('long', async () => {
      begun.open();
      await go.passed;
    });
    await makeDue(one);
    const working = worker([one]).drain();
    await begun.passed;
    for (const _ of times(4)) {
      const { lease_ends_at: before } = await row('long');
      await expect.poll(async () => (await row('long'))['lease_ends_at']).not.toEqual(before);
      await app.clock.advance({ seconds: 20 });
      await worker([one]).drain();
    }
    go.open();
    await working;
    expect(counted.runs).toBe(1);
    expect(await row('long')).toMatchObject({ tries: 0, lease_ends_at: null });
  });

  test('R14.6 kill -9 in the middle: another process runs the job when the lease has ended, without waiting for its next moment', {
    timeout: 60_000,
  }, async () => {
    const { job: one, counted } = sample('round');
    await makeDue(one);
    const dying = startWorker(app.url, 'comes round');
    expect(await dying.begun).toBe('sample.round');
    await dying.kill();
    await worker([one]).drain();
    expect(counted.runs).toBe(0);
    await app.clock.advance({ seconds: 31 });
    await Promise.all(times(4).map(() => worker([one]).drain()));
    expect(counted.runs).toBe(1);
    expect(await row('round')).toMatchObject({ tries: 0, lease_ends_at: null, failed_at: expect.any(Date) });
    expect(app.logged).toContainEqual({ level: 'warn', facts: { event: 'jobDied', job: 'sample.round' } });
  });

  test('R14.6 a process that stops hands its running job back in time, and the try does not count', {
    timeout: 60_000,
  }, async () => {
    const { job: one, counted } = sample('round');
    await makeDue(one);
    const stopping = startWorker(app.url, 'comes round');
    await stopping.begun;
    await stopping.stop();
    expect(await row('round')).toMatchObject({ tries: 0, lease_ends_at: null, failed_at: null });
    await worker([one]).drain();
    expect(counted.runs).toBe(1);
  });

  test('R14.6 a job whose processes die again and again waits for its next moment after the third', async () => {
    const { job: one, counted } = sample('fatal', undefined, { dailyAt: '03:00' });
    await worker([one]).drain();
    await app.rows('update scheduled_job set tries = 3, fence = 3, lease_ends_at = app_now()');
    await worker([one]).drain();
    expect(counted.runs).toBe(0);
    expect(await row('fatal')).toMatchObject({ tries: 0, lease_ends_at: null });
    await app.clock.advance({ days: 1 });
    await worker([one]).drain();
    expect(counted.runs).toBe(1);
  });

  test('R14.6 a run that takes too long has failed: another node may run the job, this one only when the work is over, and its late end settles nothing', async () => {
    const go = gate();
    const { job: one, counted } = sample('endless', () => go.passed);
    await makeDue(one);
    const slow = worker([one], { maxMs: 20 });
    await slow.drain();
    expect(await row('endless')).toMatchObject({ tries: 1, lease_ends_at: null, failed_at: expect.any(Date) });
    await app.clock.advance({ seconds: 15 });
    await slow.drain();
    expect(counted.runs).toBe(1);
    const begun = gate();
    const other = sample('endless', async () => {
      begun.open();
      await hang();
    });
    const node = worker([other.job]);
    void node.drain();
    await begun.passed;
    const before = await row('endless');
    go.open();
    await slow.drain();
    expect(await row('endless')).toMatchObject({ tries: 2, fence: before['fence'], ended_at: null });
    await node.stop();
  });

  test('R14.6 a node whose run goes on says so at each moment that it passes over, with when the run began', async () => {
    const [begun, go] = [gate(), gate()];
    const { job: one, counted } = sample('stuck', async () => {
      begun.open();
      await go.passed;
    });
    const lines = () => app.logged.filter(({ facts }) => facts['event'] === 'jobStillRuns');
    await makeDue(one);
    const node = worker([one], { maxMs: 20 });
    const look = async (minutes: number): Promise<void> => {
      await app.clock.advance({ minutes });
      await node.drain();
    };
    await node.drain();
    await begun.passed;
    const { started_at: startedAt } = await row('stuck');
    const since = startedAt instanceof Date ? startedAt.toISOString() : '';
    const line = { level: 'warn', facts: { event: 'jobStillRuns', job: 'sample.stuck', since } };
    await look(9);
    expect(lines()).toEqual([]);
    await look(1);
    await look(1);
    expect(lines()).toEqual([line]);
    await look(10);
    expect(lines()).toEqual([line, line]);
    expect(counted.runs).toBe(1);
    go.open();
    await look(10);
    expect(counted.runs).toBe(2);
    expect(lines()).toHaveLength(2);
  });

  test('R14.6 a run whose lease was taken over ends no row', async () => {
    const [begun, go] = [gate(), gate()];
    const { job: one } = sample('late', async () => {
      begun.open();
      await go.passed;
    });
    await makeDue(one);
    // Its lease is not renewed, like that of a process that is suspended.
    const asleep = worker([one], { beatMs: 3_600_000 }).drain();
    await begun.passed;
    await app.clock.advance({ seconds: 31 });
    const other = sample('late', async () => {
      go.open();
      await asleep;
      expect(await row('late')).toMatchObject({ tries: 2, ended_at: null, lease_ends_at: expect.any(Date) });
    });
    await worker([other.job]).drain();
    expect(other.counted.runs).toBe(1);
    expect(await row('late')).toMatchObject({ tries: 0, ended_at: expect.any(Date) });
  });
});

describe('R14.6 a clock that was set back', () => {
  test('R14.6 a row that another node holds is corrected at a later look, and not waited for', async () => {
    const { job: one } = sample('held');
    await worker([one]).drain();
    await app.rows("update scheduled_job set next_at = next_at + interval '400 days'");
    await app.database.transact('service', async (tx) => {
      await sql`select from scheduled_job for update`.execute(tx);
      await worker([one]).drain();
    });
    const isFar = () => app.rows("select next_at > app_now() + interval '1 day' as far from scheduled_job");
    expect(await isFar()).toEqual([{ far: true }]);
    await worker([one]).drain();
    expect(await isFar()).toEqual([{ far: false }]);
  });

  test('R14.6 keeps no job waiting longer than until its next moment', async () => {
    const { job: one, counted } = sample('waits');
    await worker([one]).drain();
    await app.rows("update scheduled_job set next_at = next_at + interval '400 days'");
    await worker([one]).drain();
    await app.clock.advance({ minutes: 10 });
    await worker([one]).drain();
    expect(counted.runs).toBe(1);
  });

  test('R14.6 keeps no lease of a dead process longer than a lease', async () => {
    const { job: one, counted } = sample('leased');
    await makeDue(one);
    await app.rows("update scheduled_job set tries = 1, lease_ends_at = app_now() + interval '400 days'");
    await worker([one]).drain();
    expect(counted.runs).toBe(0);
    await app.clock.advance({ seconds: 31 });
    await worker([one]).drain();
    expect(counted.runs).toBe(1);
  });
});
