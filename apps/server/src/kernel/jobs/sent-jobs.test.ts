import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { JobFailed } from '#kernel/jobs/sent-job';
import { cancelSentJob } from '#kernel/jobs/sent-job.sql';
import { gate, type JobBench, leaveMark, openJobBench, sampleJob } from '#kernel/jobs/sent-jobs.fixture';

let bench: JobBench;
beforeAll(async () => {
  bench = await openJobBench();
});
beforeEach(() => bench.clear());
afterAll(() => bench.app.close());

const nothing = async () => ({});
const times = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('R14.6 sending', () => {
  test('R14.6 a job of a transaction that failed never runs; of one that is committed it runs once', async () => {
    const one = sampleJob('mark', async ({ jobId }) => ({ store: (tx) => leaveMark(tx, jobId) }));
    const failing = bench.app.database.transact('service', async (tx) => {
      await bench.sendIn(tx, one);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    const { jobId } = await bench.send(one);
    await bench.worker([one]).drain();
    await bench.worker([one]).drain();
    expect(await bench.marks()).toEqual([jobId]);
    expect(await bench.row(jobId)).toMatchObject({ status: 'done', tries: 1, lease_ends_at: null });
  });

  test('R14.6 a tenant sends in its own transaction, and sees its own jobs alone', async () => {
    const one = sampleJob('own', nothing);
    const { jobId } = await bench.app.database.transact({ tenantId: 'one' }, (tx) =>
      bench.sendIn(tx, one, { tenantId: 'one', key: 'k' }),
    );
    const seenBy = (tenantId: string) =>
      bench.app.database.reading({ tenantId }).selectFrom('sent_job').select('job_id').execute();
    expect(await seenBy('one')).toEqual([{ job_id: jobId }]);
    expect(await seenBy('two')).toEqual([]);
    const foreign = bench.app.database.transact({ tenantId: 'two' }, (tx) =>
      bench.sendIn(tx, one, { tenantId: 'one', key: 'other' }),
    );
    await expect(foreign).rejects.toThrow(/row-level security/);
  });

  test('R4.12 of twenty that send with one key at once one sends, and all are answered its id', async () => {
    const one = sampleJob('keyed', nothing);
    const owner = { tenantId: 'one', key: 'same' };
    const sent = await Promise.all(times(20).map(() => bench.send(one, owner)));
    expect(new Set(sent.map(({ jobId }) => jobId)).size).toBe(1);
    expect(sent.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await bench.send(one, { tenantId: 'two', key: 'same' })).toMatchObject({ isNew: true });
    await bench.worker([one]).drain();
    expect(await bench.send(one, owner)).toMatchObject({ isNew: true });
  });

  test('house 5 a payload that is not as declared is not sent', async () => {
    const wrong = sampleJob('typed', nothing);
    Object.assign(wrong, { payload: { type: 'object', required: ['other'] } });
    await expect(bench.send(wrong)).rejects.toThrow(/not as declared/);
  });
});

describe('R13.4 how far a run is, and how it ends', () => {
  test('R13.4 progress stands in the row while it runs', async () => {
    const [told, go] = [gate(), gate()];
    const one = sampleJob('slow', async ({ progress }) => {
      await progress(3, 10, '正在整理');
      told.open();
      await go.passed;
      return {};
    });
    const { jobId } = await bench.send(one);
    const drained = bench.worker([one]).drain();
    await told.passed;
    expect(await bench.row(jobId)).toMatchObject({
      status: 'running',
      done_count: 3,
      total_count: 10,
      progress_text: '正在整理',
    });
    go.open();
    await drained;
    expect(await bench.row(jobId)).toMatchObject({ status: 'done', done_count: 10, progress_text: '' });
  });

  test('R13.4 an error is tried again with growing pauses, three times in all; then it has failed with a sentence', async () => {
    const one = sampleJob('wrong', () => Promise.reject(new Error('mobile 13800000001')));
    const { jobId } = await bench.send(one);
    for (const tries of [1, 2, 3]) {
      await bench.worker([one]).drain();
      expect(await bench.row(jobId)).toMatchObject({ status: tries < 3 ? 'queued' : 'failed', tries });
      await bench.app.clock.advance({ seconds: 10 * 2 ** (tries - 1) });
    }
    await bench.worker([one]).drain();
    expect(await bench.row(jobId)).toMatchObject({ tries: 3, failure: expect.stringMatching(/^处理没有完成/) });
    const { failure } = await bench.row(jobId);
    expect(String(failure)).not.toContain('1380');
  });

  test('R13.4 what cannot be done is not tried again, and says why', async () => {
    const one = sampleJob('refused', () => Promise.reject(new JobFailed('账期已关闭。')));
    const { jobId } = await bench.send(one);
    await bench.worker([one]).drain();
    expect(await bench.row(jobId)).toMatchObject({ status: 'failed', tries: 1, failure: '账期已关闭。' });
  });

  test('R13.4 one that hangs past its time has failed', async () => {
    const one = sampleJob('endless', () => new Promise(() => undefined), { maxMinutes: 0.005 });
    const { jobId } = await bench.send(one);
    await bench.worker([one]).drain();
    expect(await bench.row(jobId)).toMatchObject({ status: 'failed', failure: expect.stringMatching(/时间过长/) });
  });

  test('R14.4 runs are counted by job and outcome, and told without what was sent', async () => {
    const one = sampleJob('counted', nothing);
    await bench.send(one, { tenantId: 'one', key: 'k' });
    await bench.worker([one]).drain();
    const text = await bench.app.app.metrics.text();
    expect(text).toContain('ronghui_jobs_total{job="sample.counted",outcome="done"} 1');
    expect(text).toContain('ronghui_jobs_waiting 0');
  });
});

describe('R13.4 cancelling', () => {
  const userId = 'u1';
  const cancel = (name: string, jobId: string) => {
    return bench.app.database.transact({ tenantId: 'one' }, (tx) =>
      cancelSentJob(tx, { name, tenantId: 'one', userId }, jobId),
    );
  };
  beforeAll(async () => {
    await bench.app.rows(
      `insert into user_account (user_id, mobile_digest, mobile_sealed, mobile_masked, password_hash)
       values ('u1', decode(repeat('00', 32), 'hex'), 'x', '', '$argon2id$')`,
    );
  });

  test('R13.4 one that waits is cancelled at once and never runs', async () => {
    const one = sampleJob('waits', async ({ jobId }) => ({ store: (tx) => leaveMark(tx, jobId) }));
    const { jobId } = await bench.send(one, { tenantId: 'one', userId, key: 'k' });
    expect(await cancel(one.name, jobId)).toBe(true);
    expect(await bench.row(jobId)).toMatchObject({ status: 'cancelled', tries: 0 });
    await bench.worker([one]).drain();
    expect(await bench.marks()).toEqual([]);
    expect(await cancel(one.name, jobId)).toBe(false);
  });

  test('R13.4 one that runs sees it at its next check, and writes nothing after it was asked for', async () => {
    const begun = gate();
    let refused: unknown;
    const one = sampleJob('runs', async ({ jobId, transact, signal }) => {
      begun.open();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      refused = await transact('service', (tx) => leaveMark(tx, jobId)).catch((error: unknown) => error);
      signal.throwIfAborted();
      return {};
    });
    const { jobId } = await bench.send(one, { tenantId: 'one', userId, key: 'k' });
    const drained = bench.worker([one]).drain();
    await begun.passed;
    expect(await cancel(one.name, jobId)).toBe(true);
    await drained;
    expect(refused).toMatchObject({ name: 'JobStopped' });
    expect(await bench.marks()).toEqual([]);
    expect(await bench.row(jobId)).toMatchObject({ status: 'cancelled', failure: null });
  });

  test('R13.4 one that never looks is given up in time', async () => {
    const begun = gate();
    const one = sampleJob('deaf', async () => {
      begun.open();
      return new Promise(() => undefined);
    });
    const { jobId } = await bench.send(one, { tenantId: 'one', userId, key: 'k' });
    const drained = bench.worker([one]).drain();
    await begun.passed;
    await cancel(one.name, jobId);
    await drained;
    expect(await bench.row(jobId)).toMatchObject({ status: 'cancelled' });
  });

  test('R4.12 of a cancel and a start at the same moment none is lost: it never ran, or ended as cancelled or done', async () => {
    const one = sampleJob('raced', async ({ jobId }) => ({ store: (tx) => leaveMark(tx, jobId) }));
    for (const round of times(25)) {
      const { jobId } = await bench.send(one, { tenantId: 'one', userId, key: `k${round}` });
      const [, wasLive] = await Promise.all([bench.worker([one]).drain(), cancel(one.name, jobId)]);
      const { status } = await bench.row(jobId);
      const ran = (await bench.marks()).includes(jobId);
      expect({ round, status, ran }).toEqual({
        round,
        status: wasLive ? 'cancelled' : 'done',
        ran: !wasLive,
      });
    }
  });

  test('R13.4 a request that comes while the job of its key is being cancelled is a new job, and starts when that one has ended', async () => {
    const begun = gate();
    const go = gate();
    const order: string[] = [];
    const one = sampleJob('again', async ({ jobId }) => {
      order.push(`${jobId} begins`);
      begun.open();
      await go.passed;
      order.push(`${jobId} ends`);
      return {};
    });
    const owner = { tenantId: 'one', userId, key: 'k' };
    const first = await bench.send(one, owner);
    const drained = bench.worker([one], { times: { graceMs: 60_000 } }).drain();
    await begun.passed;
    await cancel(one.name, first.jobId);
    const sent = await Promise.all(times(10).map(() => bench.send(one, owner)));
    const [second] = sent;
    expect(second?.jobId).not.toBe(first.jobId);
    expect(new Set(sent.map(({ jobId }) => jobId)).size).toBe(1);
    expect(sent.filter(({ isNew }) => isNew)).toHaveLength(1);
    // Two other workers find nothing that may start, and another tenant's job is not held back by it.
    const other = await bench.send(one, { tenantId: 'two', key: 'k' });
    go.open();
    await Promise.all([bench.worker([one]).drain(), bench.worker([one]).drain(), drained]);
    await bench.worker([one]).drain();
    expect(order.filter((each) => !each.startsWith(other.jobId))).toEqual([
      `${first.jobId} begins`,
      `${first.jobId} ends`,
      `${second?.jobId} begins`,
      `${second?.jobId} ends`,
    ]);
    expect(await bench.row(first.jobId)).toMatchObject({ status: 'cancelled' });
    expect(await bench.row(second?.jobId ?? '')).toMatchObject({ status: 'done', tries: 1 });
  });

  test('R13.4 while a cancelled job of a key runs, the next one waits and what stands behind it does not', async () => {
    const one = sampleJob('held', nothing);
    const owner = { tenantId: 'one', userId, key: 'k' };
    const first = await bench.send(one, owner);
    await bench.app.rows(
      "update sent_job set status = 'running', lease_ends_at = app_now() + interval '1 hour' where job_id = $1",
      [first.jobId],
    );
    await cancel(one.name, first.jobId);
    const second = await bench.send(one, owner);
    const behind = await bench.send(one, { tenantId: 'one', key: 'other' });
    await bench.worker([one]).drain();
    expect(second.isNew).toBe(true);
    expect(await bench.row(second.jobId)).toMatchObject({ status: 'queued' });
    expect(await bench.row(behind.jobId)).toMatchObject({ status: 'done' });
    await bench.app.rows('update sent_job set lease_ends_at = app_now() where job_id = $1', [first.jobId]);
    await bench.worker([one]).drain();
    expect(await bench.row(first.jobId)).toMatchObject({ status: 'cancelled' });
    expect(await bench.row(second.jobId)).toMatchObject({ status: 'done' });
  });

  test('R4.12 of a cancel and a request at the same moment none is lost: the request came first, or has a job that is done', async () => {
    const one = sampleJob('crossed', nothing);
    for (const round of times(25)) {
      const owner = { tenantId: 'one', userId, key: `k${round}` };
      const first = await bench.send(one, owner);
      await bench.app.rows(
        "update sent_job set status = 'running', lease_ends_at = app_now() + interval '1 hour' where job_id = $1",
        [first.jobId],
      );
      const [second] = await Promise.all([bench.send(one, owner), cancel(one.name, first.jobId)]);
      const third = await bench.send(one, owner);
      expect(third.jobId).not.toBe(first.jobId);
      expect(third.isNew).toBe(!second.isNew);
      await bench.app.rows('update sent_job set lease_ends_at = app_now() where job_id = $1', [first.jobId]);
      await bench.worker([one]).drain();
      expect(await bench.row(third.jobId)).toMatchObject({ status: 'done' });
    }
  });
});
