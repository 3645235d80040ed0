import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newNodeMark } from '#kernel/jobs/node-mark';
import { kernelJobs } from '#kernel/jobs/own/kernel-jobs';
import { gate, type JobFixture, leaveMark, openJobFixture, sampleJob } from '#kernel/jobs/sent-jobs.fixture';
import { hangingJob } from '#kernel/jobs/testing/hanging-job';
import { startWorker } from '#kernel/jobs/testing/worker-process';
import type { Ports } from '#kernel/ports';
import { standardLimits } from '#kernel/setup/limits';
import { type Cut, cutAt } from '#kernel/testing/cut-connections';

let fixture: JobFixture;
beforeAll(async () => {
  fixture = await openJobFixture();
});
beforeEach(() => fixture.clear());
afterAll(() => fixture.app.close());

const times = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('R4.12 workers share the jobs', () => {
  test('R4.12 of three parallel workers one runs each job, once', async () => {
    const one = sampleJob('shared', async ({ jobId }) => ({ store: (tx) => leaveMark(tx, jobId) }));
    const sent = await Promise.all(times(30).map(() => fixture.send(one)));
    await Promise.all(times(3).map(() => fixture.worker([one], { limits: { jobsPerTenantAtOnce: 4 } }).drain()));
    expect(await fixture.marks()).toEqual(sent.map(({ jobId }) => jobId).toSorted());
    expect(await fixture.app.rows('select status, max(tries) as tries from sent_job group by 1')).toEqual([
      { status: 'done', tries: 1 },
    ]);
  });

  test('house 5 no more run in parallel than the limits of a tenant and of all allow', async () => {
    const running = new Map<string, number>();
    let most = { tenant: 0, all: 0 };
    const one = sampleJob('bounded', async ({ tenantId }) => {
      const tenant = tenantId ?? '';
      running.set(tenant, (running.get(tenant) ?? 0) + 1);
      const all = [...running.values()].reduce((sum, runs) => sum + runs, 0);
      most = { tenant: Math.max(most.tenant, running.get(tenant) ?? 0), all: Math.max(most.all, all) };
      // Long enough for a few statements.
      for (const _ of times(5)) await fixture.marks();
      return {
        async store() {
          running.set(tenant, (running.get(tenant) ?? 0) - 1);
        },
      };
    });
    for (const tenantId of ['one', 'two', 'three']) {
      await Promise.all(times(8).map(() => fixture.send(one, { tenantId })));
    }
    const limits = { jobsAtOnce: 3, jobsPerTenantAtOnce: 2 };
    await Promise.all(times(3).map(() => fixture.worker([one], { limits }).drain()));
    expect(await fixture.app.rows("select count(*)::int as count from sent_job where status = 'done'")).toEqual([
      { count: 24 },
    ]);
    expect(most.tenant).toBeLessThanOrEqual(2);
    expect(most.all).toBeLessThanOrEqual(3);
    expect(most.all).toBeGreaterThan(1);
  });

  test('security 4.14 long jobs of merchants leave a place for the provider and one for short jobs, over all workers', async () => {
    const go = gate();
    const begun: string[] = [];
    const long = sampleJob('long', async ({ tenantId }) => {
      begun.push(`long ${tenantId}`);
      await go.passed;
      return {};
    });
    const short = sampleJob(
      'short',
      async ({ tenantId }) => {
        begun.push(`short ${tenantId}`);
        return {};
      },
      { isShort: true },
    );
    for (const tenantId of ['one', 'two', 'three']) await fixture.send(long, { tenantId });
    const limits = { jobsAtOnce: 4, jobsPerTenantAtOnce: 2 };
    const workers = times(2).map(() => fixture.worker([long, short], { limits }));
    const drained = workers.map((worker) => worker.drain());
    await expect.poll(() => begun).toHaveLength(2);
    // The third waits; the provider's own and a short one do not.
    for (const tenantId of [null, null]) await fixture.send(long, { tenantId });
    await fixture.send(short, { tenantId: 'three' });
    const more = workers.map((worker) => worker.drain());
    await expect.poll(() => begun).toHaveLength(4);
    expect(begun.slice(2).toSorted()).toEqual(['long null', 'short three']);
    expect(await fixture.app.rows("select count(*)::int as count from sent_job where status = 'queued'")).toEqual([
      { count: 2 },
    ]);
    go.open();
    await Promise.all([...drained, ...more]);
    await Promise.all(workers.map((worker) => worker.drain()));
    expect(begun).toHaveLength(6);
  });

  test('house 5 a tenant with many jobs does not delay the others: tenants take turns', async () => {
    const order: (string | null)[] = [];
    const one = sampleJob('turns', async ({ tenantId }) => {
      order.push(tenantId);
      return {};
    });
    for (const tenantId of ['one', 'one', 'one', 'one', 'two', 'two', 'three']) await fixture.send(one, { tenantId });
    await fixture.worker([one], { limits: { jobsAtOnce: 1 } }).drain();
    expect(order).toEqual(['one', 'two', 'three', 'one', 'two', 'one', 'one']);
  });

  test('R14.5 a node does not take jobs that it does not know', async () => {
    const newer = sampleJob('newer', async () => ({}));
    const { jobId } = await fixture.send(newer);
    await fixture.worker([sampleJob('older', async () => ({}))]).drain();
    expect(await fixture.row(jobId)).toMatchObject({ status: 'queued' });
  });
});

describe('R14.6 runs that die', () => {
  test.each(times(3))(
    'R14.6 (%s) a run whose lease has expired writes nothing, neither in between nor at its end',
    async () => {
      const [begun, go] = [gate(), gate()];
      const seen: unknown[] = [];
      const late = sampleJob('late', async ({ jobId, transact }) => {
        begun.open();
        await go.passed;
        seen.push(
          await transact('service', (tx) => leaveMark(tx, `${jobId} late`)).catch((error: Error) => error.name),
        );
        return { store: (tx) => leaveMark(tx, `${jobId} late end`) };
      });
      const { jobId } = await fixture.send(late);
      // Its lease is not renewed and it takes no more jobs, like a process that is suspended.
      const asleep = fixture.worker([late], { times: { beatMs: 3_600_000 }, limits: { jobsAtOnce: 1 } }).drain();
      await begun.passed;
      await fixture.app.clock.advance({ seconds: 31 });
      const other = sampleJob('late', async () => ({ store: (tx) => leaveMark(tx, `${jobId} end`) }));
      await fixture.worker([other]).drain();
      go.open();
      await asleep;
      expect(seen).toEqual(['JobStopped']);
      expect(await fixture.marks()).toEqual([`${jobId} end`]);
      expect(await fixture.row(jobId)).toMatchObject({ status: 'done', tries: 1, losses: 1 });
    },
  );

  test('R14.6 a running job keeps its lease for any length of time', async () => {
    const begun = gate();
    const go = gate();
    const one = sampleJob('long', async () => {
      begun.open();
      await go.passed;
      return {};
    });
    const { jobId } = await fixture.send(one);
    const working = fixture.worker([one]).drain();
    await begun.passed;
    for (const _ of times(4)) {
      const before = (await fixture.row(jobId))['lease_ends_at'];
      await expect.poll(async () => (await fixture.row(jobId))['lease_ends_at']).not.toEqual(before);
      await fixture.app.clock.advance({ seconds: 20 });
    }
    go.open();
    await working;
    expect(await fixture.row(jobId)).toMatchObject({ status: 'done', tries: 1 });
  });

  test('R14.6 kill -9 in the middle: the job is run again by another process, and ends once', {
    timeout: 60_000,
  }, async () => {
    const { app } = fixture;
    const resumed = hangingJob({ hangs: false });
    const { jobId } = await fixture.send(resumed, { tenantId: 'one', key: 'k' });
    const dying = startWorker(app.url, 'hangs');
    expect(await dying.begun).toBe(jobId);
    await dying.kill();
    expect(await fixture.row(jobId)).toMatchObject({ status: 'running', tries: 1 });
    // A second request meanwhile returns the same job.
    expect(await fixture.send(resumed, { tenantId: 'one', key: 'k' })).toEqual({ jobId, isNew: false });
    await fixture.worker([resumed]).drain();
    expect(await fixture.row(jobId)).toMatchObject({ status: 'running', tries: 1 });
    await app.clock.advance({ seconds: 31 });
    await Promise.all([fixture.worker([resumed]).drain(), fixture.worker([resumed]).drain()]);
    expect(await fixture.row(jobId)).toMatchObject({ status: 'done', tries: 1, losses: 1 });
    expect(await fixture.marks()).toEqual([`${jobId} begun`, `${jobId} ended`]);
  });

  test('R14.6 a job whose runs crash repeatedly has failed with a message, and does not stay running', async () => {
    const one = sampleJob('fatal', () => new Promise(() => undefined));
    const { jobId } = await fixture.send(one);
    for (let losses = 1; losses <= 10; losses += 1) {
      await fixture.app.rows(
        `update sent_job set status = 'running', tries = tries + 1, fence = fence + 1, lease_ends_at = app_now() where job_id = $1`,
        [jobId],
      );
      await fixture.worker([], {}).drain();
      expect(await fixture.row(jobId)).toMatchObject({ status: losses < 10 ? 'queued' : 'failed', tries: 0, losses });
    }
    expect(await fixture.row(jobId)).toMatchObject({ failure: expect.stringMatching(/多次中断/) });
  });

  test('R14.6 R13.4 a process takes the runs of the one that died on its node at once, and of another node none', async () => {
    const held = gate();
    const one = sampleJob('node', async () => ({}));
    const hanging = sampleJob('node', () => held.passed.then(() => ({})));
    const [here, elsewhere] = [newNodeMark(), newNodeMark()];
    const { jobId } = await fixture.send(one, { key: 'here' });
    const other = await fixture.send(one, { key: 'elsewhere' });
    await fixture.app.rows(
      `update sent_job set status = 'running', tries = 1, lease_ends_at = app_now() + interval '30 seconds', run_boot = 'dead',
         run_node = case when job_id = $1 then $2 else $3 end`,
      [jobId, here.id, elsewhere.id],
    );
    await fixture.worker([one], { node: here }).drain();
    expect(await fixture.row(jobId)).toMatchObject({ status: 'done', tries: 1, losses: 1 });
    expect(await fixture.row(other.jobId)).toMatchObject({ status: 'running', tries: 1, losses: 0 });
    // Nor does a process take what it runs itself.
    const third = await fixture.send(one, { key: 'own' });
    const worker = fixture.worker([hanging], { node: here });
    const drained = worker.drain();
    await expect.poll(async () => (await fixture.row(third.jobId))['status']).toBe('running');
    await fixture.worker([hanging], { node: here }).drain();
    expect(await fixture.row(third.jobId)).toMatchObject({ status: 'running', losses: 0 });
    held.open();
    await drained;
  });

  test('R14.6 R13.4 a run that loses the database is no try, and its job is taken again as soon as the database is back', async () => {
    let runs = 0;
    let cut: Cut | undefined;
    const one = sampleJob('outage', async () => {
      cut?.end();
      runs += 1;
      if (runs > 4) return {};
      // What the run then says of itself is lost too, once.
      cut = cutAt(1, 'before');
      throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
    });
    const { jobId } = await fixture.send(one);
    // One place, so that its worker asks for no other job before the run has ended.
    await fixture.worker([one], { times: { beatMs: 60_000 }, limits: { jobsAtOnce: 1 } }).drain();
    expect(cut?.wasHit).toBe(true);
    expect(await fixture.row(jobId)).toMatchObject({ status: 'done', tries: 1, losses: 4 });
  });

  test('R14.6 a job with a requested cancellation whose process died is cancelled', async () => {
    const one = sampleJob('gone', async () => ({}));
    const { jobId } = await fixture.send(one);
    await fixture.app.rows(
      `update sent_job set status = 'running', lease_ends_at = app_now(), cancel_asked_at = app_now() where job_id = $1`,
      [jobId],
    );
    await fixture.worker([one]).drain();
    expect(await fixture.row(jobId)).toMatchObject({ status: 'cancelled', tries: 0 });
  });

  test('R14.6 a process that stops returns its running jobs in time, and the try does not count', {
    timeout: 60_000,
  }, async () => {
    const resumed = hangingJob({ hangs: false });
    const { jobId } = await fixture.send(resumed);
    const stopping = startWorker(fixture.app.url, 'hangs');
    await stopping.begun;
    await stopping.stop();
    expect(await fixture.row(jobId)).toMatchObject({ status: 'queued', tries: 0, lease_ends_at: null });
    await fixture.worker([resumed]).drain();
    expect(await fixture.row(jobId)).toMatchObject({ status: 'done', tries: 1 });
  });
});

describe('R13.4 results', () => {
  const files = async () => {
    const keys: string[] = [];
    for await (const { key } of fixture.app.ports.files.list()) keys.push(key);
    return keys;
  };
  const runKernelJob = (name: string, replaced: Partial<Ports> = {}) => {
    const { database } = fixture.app;
    const ports = { ...fixture.app.ports, ...replaced };
    const found = kernelJobs(standardLimits).find((each) => each.name === name);
    return found?.run({ database, ports, log: ports.log });
  };
  async function* pieces() {
    yield Buffer.from('eins,');
    yield Buffer.from('zwei');
  }
  const made = async () => ({ file: { name: '结果.csv', mime: 'text/csv', body: pieces() } });
  const filed = sampleJob('filed', made);

  test('R13.4 a file is kept for seven days and then deleted; the job stays longer', async () => {
    const { jobId } = await fixture.send(filed, { tenantId: 'one' });
    await fixture.worker([filed]).drain();
    const row = await fixture.row(jobId);
    expect(row).toMatchObject({ status: 'done', result_name: '结果.csv', result_bytes: 9 });
    expect(await files()).toEqual([row['result_key']]);
    await fixture.app.clock.advance({ days: 6, hours: 23 });
    await runKernelJob('sentJob.expire');
    expect(await files()).toHaveLength(1);
    await fixture.app.clock.advance({ hours: 2 });
    await runKernelJob('sentJob.expire');
    expect(await files()).toEqual([]);
    expect(await fixture.row(jobId)).toMatchObject({ status: 'expired', result_key: null });
    await runKernelJob('sentJob.sweep');
    expect(await fixture.row(jobId)).toMatchObject({ status: 'expired' });
    await fixture.app.clock.advance({ days: 24 });
    await runKernelJob('sentJob.sweep');
    expect(await fixture.row(jobId)).toEqual({});
  });

  test('R5.7 an expired file stays in its row while its store is not available', async () => {
    const { jobId } = await fixture.send(filed, { tenantId: 'one' });
    await fixture.worker([filed]).drain();
    await fixture.app.clock.advance({ days: 8 });
    await runKernelJob('sentJob.expire', { isStoreOurs: async () => false });
    expect(await fixture.row(jobId)).toMatchObject({ status: 'expired', result_key: expect.any(String) });
    expect(await files()).toHaveLength(1);
    await runKernelJob('sentJob.expire');
    expect(await fixture.row(jobId)).toMatchObject({ status: 'expired', result_key: null });
    expect(await files()).toEqual([]);
  });

  test('R14.6 the file of a run that lost its job is deleted', async () => {
    const one = sampleJob('outrun', async ({ jobId }) => {
      await fixture.app.rows('update sent_job set fence = fence + 1 where job_id = $1', [jobId]);
      return { file: { name: '结果.csv', mime: 'text/csv', body: pieces() } };
    });
    await fixture.send(one);
    await fixture.worker([one], { times: { beatMs: 3_600_000 } }).drain();
    expect(await files()).toEqual([]);
  });

  test('R8.6 a wrong store accepts no result: the job waits for its next try', async () => {
    const one = sampleJob('stored', made);
    const { jobId } = await fixture.send(one);
    const deaf = { ...fixture.app, ports: { ...fixture.app.ports, isStoreOurs: async () => false } };
    await fixture.workerOn(deaf, [one]).drain();
    expect(await fixture.row(jobId)).toMatchObject({ status: 'queued', tries: 1 });
    expect(await files()).toEqual([]);
  });
});
