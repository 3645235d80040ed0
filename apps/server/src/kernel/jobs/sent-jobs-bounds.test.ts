import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SentJobContext, SentJobResult } from '#kernel/jobs/sent-job';
import { gate, type JobFixture, leaveMark, openJobFixture, sampleJob } from '#kernel/jobs/sent-jobs.fixture';

let fixture: JobFixture;
beforeAll(async () => {
  fixture = await openJobFixture();
});
beforeEach(() => fixture.clear());
afterAll(() => fixture.app.close());

const files = async () => {
  const keys: string[] = [];
  for await (const { key } of fixture.app.ports.files.list()) keys.push(key);
  return keys;
};
async function* pieces() {
  yield Buffer.from('late');
}
const askForEnd = (jobId: string) =>
  fixture.app.rows('update sent_job set cancel_asked_at = app_now() where job_id = $1', [jobId]);

/** A job that ignores its signal until the gate opens, and what came of what it tries then. */
const ignoring = (then: (context: SentJobContext<{ word: string }>) => Promise<SentJobResult>) => {
  const [begun, go, over] = [gate(), gate(), gate()];
  const one = sampleJob('ignores', async (context) => {
    begun.open();
    await go.passed;
    try {
      return await then(context);
    } finally {
      over.open();
    }
  });
  return { one, begun, go, over };
};

describe('house 5 a run that ignores its signal', () => {
  test('house 5 counts in this process until its work is over, in all', async () => {
    const { one, begun, go } = ignoring(async () => ({}));
    const next = sampleJob('next', async () => ({}));
    const worker = fixture.worker([one, next], { limits: { jobsAtOnce: 1 } });
    const { jobId } = await fixture.send(one, { tenantId: 'one' });
    const drained = worker.drain();
    await begun.passed;
    const waiting = await fixture.send(next, { tenantId: 'two' });
    await askForEnd(jobId);
    await drained;
    await worker.drain();
    expect(await fixture.row(jobId)).toMatchObject({ status: 'cancelled' });
    expect(await fixture.row(waiting.jobId)).toMatchObject({ status: 'queued' });
    expect(worker.running).toBe(1);
    go.open();
    await expect.poll(() => worker.running).toBe(0);
    await worker.drain();
    expect(await fixture.row(waiting.jobId)).toMatchObject({ status: 'done' });
  });

  test.each(['cancelled', 'lost'])(
    'house 5 counts in this process until its work is over, of its tenant (%s)',
    async (end) => {
      const { one, begun, go } = ignoring(async () => ({}));
      const next = sampleJob('next', async () => ({}));
      const worker = fixture.worker([one, next], { limits: { jobsAtOnce: 3, jobsPerTenantAtOnce: 1 } });
      const { jobId } = await fixture.send(one, { tenantId: 'one' });
      const drained = worker.drain();
      await begun.passed;
      if (end === 'cancelled') await askForEnd(jobId);
      else
        await fixture.app.rows(
          "update sent_job set fence = fence + 1, status = 'failed', lease_ends_at = null, ended_at = app_now() where job_id = $1",
          [jobId],
        );
      await drained;
      const [own, other] = [
        await fixture.send(next, { tenantId: 'one' }),
        await fixture.send(next, { tenantId: 'two' }),
      ];
      await worker.drain();
      expect(await fixture.row(own.jobId)).toMatchObject({ status: 'queued' });
      expect(await fixture.row(other.jobId)).toMatchObject({ status: 'done' });
      go.open();
      await expect.poll(() => worker.running).toBe(0);
      await worker.drain();
      expect(await fixture.row(own.jobId)).toMatchObject({ status: 'done' });
    },
  );

  test('house 5 takes the next job by itself when its work is over', async () => {
    const { one, begun, go } = ignoring(async () => ({}));
    const next = sampleJob('next', async () => ({}));
    const worker = fixture.worker([one, next], { limits: { jobsAtOnce: 1 } });
    const { jobId } = await fixture.send(one);
    // Without its regular look, so that only the end of its work can make it take the next one.
    vi.spyOn(globalThis, 'setInterval').mockImplementationOnce(() => setTimeout(() => undefined));
    worker.start();
    await begun.passed;
    const { jobId: waiting } = await fixture.send(next);
    await askForEnd(jobId);
    await expect.poll(async () => (await fixture.row(jobId))['status']).toBe('cancelled');
    expect(await fixture.row(waiting)).toMatchObject({ status: 'queued' });
    go.open();
    await expect.poll(async () => (await fixture.row(waiting))['status']).toBe('done');
    await worker.stop();
  });

  test('R14.6 writes nothing after it was given up: no progress, no row, no result, no file', async () => {
    const refused: unknown[] = [];
    const { one, begun, go, over } = ignoring(async ({ jobId, progress, transact }) => {
      const nameOf = (error: Error) => error.name;
      refused.push(await progress(7, 9, '迟到').catch(nameOf));
      refused.push(await transact('service', (tx) => leaveMark(tx, `${jobId} late`)).catch(nameOf));
      return {
        file: { name: '结果.csv', mime: 'text/csv', body: pieces() },
        store: (tx) => leaveMark(tx, `${jobId} late end`),
      };
    });
    const worker = fixture.worker([one]);
    const { jobId } = await fixture.send(one, { tenantId: 'one' });
    const drained = worker.drain();
    await begun.passed;
    await askForEnd(jobId);
    await drained;
    go.open();
    await over.passed;
    await expect.poll(() => worker.running).toBe(0);
    expect(refused).toEqual(['JobStopped', 'JobStopped']);
    expect(await fixture.row(jobId)).toMatchObject({
      status: 'cancelled',
      done_count: 0,
      progress_text: '',
      result_key: null,
    });
    expect(await fixture.marks()).toEqual([]);
    expect(await files()).toEqual([]);
  });

  test('R14.6 leaves no file where it was given up while the store was keeping it', async () => {
    const [writing, go, kept] = [gate(), gate(), gate()];
    const { files: store } = fixture.app.ports;
    const slow = {
      ...store,
      async receive() {
        const incoming = await store.receive();
        return {
          path: incoming.path,
          write: incoming.write.bind(incoming),
          drop: incoming.drop.bind(incoming),
          async keep(key: string) {
            writing.open();
            await go.passed;
            await incoming.keep(key);
            kept.open();
          },
        };
      },
      open: store.open.bind(store),
      remove: store.remove.bind(store),
      list: store.list.bind(store),
    };
    const one = sampleJob('kept', async () => ({ file: { name: '结果.csv', mime: 'text/csv', body: pieces() } }));
    const worker = fixture.workerOn({ ...fixture.app, ports: { ...fixture.app.ports, files: slow } }, [one]);
    const { jobId } = await fixture.send(one, { tenantId: 'one' });
    const drained = worker.drain();
    await writing.passed;
    await askForEnd(jobId);
    await drained;
    go.open();
    await kept.passed;
    await expect.poll(files).toEqual([]);
    expect(await fixture.row(jobId)).toMatchObject({ status: 'cancelled', result_key: null });
  });
});
