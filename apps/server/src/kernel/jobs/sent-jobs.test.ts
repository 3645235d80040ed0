import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { JobFailed } from '#kernel/jobs/sent-job';
import { cancelSentJob } from '#kernel/jobs/sent-job.sql';
import { gate, type JobFixture, leaveMark, openJobFixture, sampleJob } from '#kernel/jobs/sent-jobs.fixture';

let fixture: JobFixture;
beforeAll(async () => {
  fixture = await openJobFixture();
});
beforeEach(() => fixture.clear());
afterAll(() => fixture.app.close());

const nothing = async () => ({});
const times = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('R14.6 sending', () => {
  test('R14.6 a job of a failed transaction never runs; of a committed one it runs once', async () => {
    const one = sampleJob('mark', async ({ jobId }) => ({ store: (tx) => leaveMark(tx, jobId) }));
    const failing = fixture.app.database.transact('service', async (tx) => {
      await fixture.sendIn(tx, one);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    const { jobId } = await fixture.send(one);
    await fixture.worker([one]).drain();
    await fixture.worker([one]).drain();
    expect(await fixture.marks()).toEqual([jobId]);
    expect(await fixture.row(jobId)).toMatchObject({ status: 'done', tries: 1, lease_ends_at: null });
  });

  test('R14.6 a tenant sends in its own transaction, and sees only its own jobs', async () => {
    const one = sampleJob('own', nothing);
    const { jobId } = await fixture.app.database.transact({ tenantId: 'one' }, (tx) =>
      fixture.sendIn(tx, one, { tenantId: 'one', key: 'k' }),
    );
    const seenBy = (tenantId: string) =>
      fixture.app.database.reading({ tenantId }).selectFrom('sent_job').select('job_id').execute();
    expect(await seenBy('one')).toEqual([{ job_id: jobId }]);
    expect(await seenBy('two')).toEqual([]);
    const foreign = fixture.app.database.transact({ tenantId: 'two' }, (tx) =>
      fixture.sendIn(tx, one, { tenantId: 'one', key: 'other' }),
    );
    await expect(foreign).rejects.toThrow(/row-level security/);
  });

  test('R4.12 of twenty parallel calls with one key one sends a job, and all get its id', async () => {
    const one = sampleJob('keyed', nothing);
    const owner = { tenantId: 'one', key: 'same' };
    const sent = await Promise.all(times(20).map(() => fixture.send(one, owner)));
    expect(new Set(sent.map(({ jobId }) => jobId)).size).toBe(1);
    expect(sent.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await fixture.send(one, { tenantId: 'two', key: 'same' })).toMatchObject({ isNew: true });
    await fixture.worker([one]).drain();
    expect(await fixture.send(one, owner)).toMatchObject({ isNew: true });
  });

  test('house 5 a payload that does not match its schema is not sent', async () => {
    const wrong = sampleJob('typed', nothing);
    Object.assign(wrong, { payload: { type: 'object', required: ['other'] } });
    await expect(fixture.send(wrong)).rejects.toThrow(/not as declared/);
  });
});

describe('R13.4 the progress of a run, and its end', () => {
  test('R13.4 the row has the progress while it runs', async () => {
    const [started, go] = [gate(), gate()];
    const one = sampleJob('slow', async ({ progress }) => {
      await progress(3, 10, '正在整理');
      started.open();
      await go.passed;
      return {};
    });
    const { jobId } = await fixture.send(one);
    const drained = fixture.worker([one]).drain();
    await started.passed;
    expect(await fixture.row(jobId)).toMatchObject({
      status: 'running',
      done_count: 3,
      total_count: 10,
      progress_text: '正在整理',
    });
    go.open();
    await drained;
    expect(await fixture.row(jobId)).toMatchObject({ status: 'done', done_count: 10, progress_text: '' });
  });

  test('R13.4 an error is retried with growing pauses, three tries in all; then the job has failed with a message', async () => {
    const one = sampleJob('wrong', () => Promise.reject(new Error('mobile 13800000001')));
    const { jobId } = await fixture.send(one);
    for (const tries of [1, 2, 3]) {
      await fixture.worker([one]).drain();
      expect(await fixture.row(jobId)).toMatchObject({ status: tries < 3 ? 'queued' : 'failed', tries });
      await fixture.app.clock.advance({ seconds: 10 * 2 ** (tries - 1) });
    }
    await fixture.worker([one]).drain();
    expect(await fixture.row(jobId)).toMatchObject({ tries: 3, failure: expect.stringMatching(/^处理没有完成/) });
    const { failure } = await fixture.row(jobId);
    expect(String(failure)).not.toContain('1380');
  });

  test('R13.4 a job that cannot be done is not retried, and says why', async () => {
    const one = sampleJob('refused', () => Promise.reject(new JobFailed('账期已关闭。')));
    const { jobId } = await fixture.send(one);
    await fixture.worker([one]).drain();
    expect(await fixture.row(jobId)).toMatchObject({ status: 'failed', tries: 1, failure: '账期已关闭。' });
  });

  test('R13.4 a job that exceeds its time has failed, and its slot is free', async () => {
    const one = sampleJob('endless', () => new Promise(() => undefined), { maxMinutes: 0.005 });
    const { jobId } = await fixture.send(one);
    await fixture.worker([one]).drain();
    expect(await fixture.row(jobId)).toMatchObject({ status: 'failed', failure: expect.stringMatching(/时间过长/) });
  });

  test('R14.4 runs are counted by job and outcome, and logged without the payload', async () => {
    const one = sampleJob('counted', nothing);
    await fixture.send(one, { tenantId: 'one', key: 'k' });
    await fixture.worker([one]).drain();
    const text = await fixture.app.app.metrics.text();
    expect(text).toContain('ronghui_jobs_total{job="sample.counted",outcome="done"} 1');
    expect(text).toContain('ronghui_jobs_waiting 0');
  });
});

describe('R13.4 cancelling', () => {
  const userId = 'u1';
  const cancel = (name: string, jobId: string) => {
    return fixture.app.database.transact({ tenantId: 'one' }, (tx) =>
      cancelSentJob(tx, { name, tenantId: 'one', userId }, jobId),
    );
  };
  beforeAll(async () => {
    await fixture.app.rows(
      `insert into user_account (user_id, mobile_digest, mobile_sealed, mobile_masked, password_hash)
       values ('u1', decode(repeat('00', 32), 'hex'), 'x', '', '$argon2id$')`,
    );
  });

  test('R13.4 a waiting job is cancelled at once and never runs', async () => {
    const one = sampleJob('waits', async ({ jobId }) => ({ store: (tx) => leaveMark(tx, jobId) }));
    const { jobId } = await fixture.send(one, { tenantId: 'one', userId, key: 'k' });
    expect(await cancel(one.name, jobId)).toBe(true);
    expect(await fixture.row(jobId)).toMatchObject({ status: 'cancelled', tries: 0 });
    await fixture.worker([one]).drain();
    expect(await fixture.marks()).toEqual([]);
    expect(await cancel(one.name, jobId)).toBe(false);
  });

  test('R13.4 a running job stops at its next check, and writes nothing after the request', async () => {
    const begun = gate();
    let refused: unknown;
    const one = sampleJob('runs', async ({ jobId, transact, signal }) => {
      begun.open();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      refused = await transact('service', (tx) => leaveMark(tx, jobId)).catch((error: unknown) => error);
      signal.throwIfAborted();
      return {};
    });
    const { jobId } = await fixture.send(one, { tenantId: 'one', userId, key: 'k' });
    const drained = fixture.worker([one]).drain();
    await begun.passed;
    expect(await cancel(one.name, jobId)).toBe(true);
    await drained;
    expect(refused).toMatchObject({ name: 'JobStopped' });
    expect(await fixture.marks()).toEqual([]);
    expect(await fixture.row(jobId)).toMatchObject({ status: 'cancelled', failure: null });
  });

  test('R13.4 a job that never checks is abandoned in time', async () => {
    const begun = gate();
    const one = sampleJob('deaf', async () => {
      begun.open();
      return new Promise(() => undefined);
    });
    const { jobId } = await fixture.send(one, { tenantId: 'one', userId, key: 'k' });
    const drained = fixture.worker([one]).drain();
    await begun.passed;
    await cancel(one.name, jobId);
    await drained;
    expect(await fixture.row(jobId)).toMatchObject({ status: 'cancelled' });
  });

  test('R4.12 with a parallel cancel and start none is lost: the job never ran, or ended as cancelled or done', async () => {
    const one = sampleJob('raced', async ({ jobId }) => ({ store: (tx) => leaveMark(tx, jobId) }));
    for (const round of times(25)) {
      const { jobId } = await fixture.send(one, { tenantId: 'one', userId, key: `k${round}` });
      const [, wasLive] = await Promise.all([fixture.worker([one]).drain(), cancel(one.name, jobId)]);
      const { status } = await fixture.row(jobId);
      const ran = (await fixture.marks()).includes(jobId);
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
    const first = await fixture.send(one, owner);
    const drained = fixture.worker([one], { times: { graceMs: 60_000 } }).drain();
    await begun.passed;
    await cancel(one.name, first.jobId);
    const sent = await Promise.all(times(10).map(() => fixture.send(one, owner)));
    const [second] = sent;
    expect(second?.jobId).not.toBe(first.jobId);
    expect(new Set(sent.map(({ jobId }) => jobId)).size).toBe(1);
    expect(sent.filter(({ isNew }) => isNew)).toHaveLength(1);
    // Two other workers find nothing that may start, and another tenant's job is not held back by it.
    const other = await fixture.send(one, { tenantId: 'two', key: 'k' });
    go.open();
    await Promise.all([fixture.worker([one]).drain(), fixture.worker([one]).drain(), drained]);
    await fixture.worker([one]).drain();
    expect(order.filter((each) => !each.startsWith(other.jobId))).toEqual([
      `${first.jobId} begins`,
      `${first.jobId} ends`,
      `${second?.jobId} begins`,
      `${second?.jobId} ends`,
    ]);
    expect(await fixture.row(first.jobId)).toMatchObject({ status: 'cancelled' });
    expect(await fixture.row(second?.jobId ?? '')).toMatchObject({ status: 'done', tries: 1 });
  });

  test('R13.4 while a cancelled job of a key runs, the next one waits and what stands behind it does not', async () => {
    const one = sampleJob('held', nothing);
    const owner = { tenantId: 'one', userId, key: 'k' };
    const first = await fixture.send(one, owner);
    await fixture.app.rows(
      "update sent_job set status = 'running', lease_ends_at = app_now() + interval '1 hour' where job_id = $1",
      [first.jobId],
    );
    await cancel(one.name, first.jobId);
    const second = await fixture.send(one, owner);
    const behind = await fixture.send(one, { tenantId: 'one', key: 'other' });
    await fixture.worker([one]).drain();
    expect(second.isNew).toBe(true);
    expect(await fixture.row(second.jobId)).toMatchObject({ status: 'queued' });
    expect(await fixture.row(behind.jobId)).toMatchObject({ status: 'done' });
    await fixture.app.rows('update sent_job set lease_ends_at = app_now() where job_id = $1', [first.jobId]);
    await fixture.worker([one]).drain();
    expect(await fixture.row(first.jobId)).toMatchObject({ status: 'cancelled' });
    expect(await fixture.row(second.jobId)).toMatchObject({ status: 'done' });
  });

  test('R4.12 of a cancel and a request at the same moment none is lost: the request came first, or has a job that is done', async () => {
    const one = sampleJob('crossed', nothing);
    for (const round of times(25)) {
      const owner = { tenantId: 'one', userId, key: `k${round}` };
      const first = await fixture.send(one, owner);
      await fixture.app.rows(
        "update sent_job set status = 'running', lease_ends_at = app_now() + interval '1 hour' where job_id = $1",
        [first.jobId],
      );
      const [second] = await Promise.all([fixture.send(one, owner), cancel(one.name, first.jobId)]);
      const third = await fixture.send(one, owner);
      expect(third.jobId).not.toBe(first.jobId);
      expect(third.isNew).toBe(!second.isNew);
      await fixture.app.rows('update sent_job set lease_ends_at = app_now() where job_id = $1', [first.jobId]);
      await fixture.worker([one]).drain();
      expect(await fixture.row(third.jobId)).toMatchObject({ status: 'done' });
    }
  });
});
