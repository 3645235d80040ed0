import Type, { type Static } from 'typebox';
import type { Tx } from '#kernel/database/db';
import { job } from '#kernel/jobs/jobs';
import type { NodeMark } from '#kernel/jobs/node-mark';
import { type SendOptions, send } from '#kernel/jobs/send';
import type { SentJob, SentJobContext, SentJobResult } from '#kernel/jobs/sent-job';
import { createSentJobs, type SentJobs, type SentJobsDeps } from '#kernel/jobs/sent-jobs';
import type { Limits } from '#kernel/ports';
import { type TestApp, testApp } from '#kernel/testing/test-app';

const payload = Type.Object({ word: Type.String() }, { additionalProperties: false });

/** The work of a test's job. */
export type Work = (context: SentJobContext<Static<typeof payload>>) => Promise<SentJobResult>;
type SampleJob = SentJob<typeof payload>;

/** A job named `sample.…` with a test's work. */
export const sampleJob = (name: string, run: Work, more: Pick<SampleJob, 'maxMinutes' | 'isShort'> = {}): SampleJob =>
  job({ name: `sample.${name}`, payload, ...more, run });

/** The settings of a test's worker that differ. */
export interface WorkerOptions {
  readonly times?: SentJobsDeps['times'];
  readonly limits?: Partial<Limits>;
  readonly node?: NodeMark;
}

/** A worker like that of another node, on the application's database. */
const workerOf = (app: TestApp, jobs: readonly SentJob[], { times, limits, node }: WorkerOptions): SentJobs =>
  createSentJobs({
    database: app.database,
    metrics: app.app.metrics,
    resultRoom: { left: async () => Infinity, lockLeft: async () => Infinity },
    ports: { ...app.ports, limits: { ...app.ports.limits, ...limits } },
    jobs,
    ...(node !== undefined && { node }),
    times: { beatMs: 50, graceMs: 100, ...times },
  });

const tenants = ['one', 'two', 'three'] as const;

/** Opens the application with three tenants, and what the tests of sent jobs need. */
export const openJobFixture = async () => {
  const app = await testApp();
  for (const id of tenants) await app.rows('insert into tenant (tenant_id, name) values ($1, $1)', [id]);
  const sendIn = (tx: Tx, one: SampleJob, options?: SendOptions) => send(tx, one, { word: 'x' }, options);
  return {
    app,
    worker: (jobs: readonly SentJob[], options: WorkerOptions = {}) => workerOf(app, jobs, options),
    /** The same on an application with other options. */
    workerOn: (other: TestApp, jobs: readonly SentJob[]) => workerOf(other, jobs, {}),
    sendIn,
    send: (one: SampleJob, options?: SendOptions) => app.database.transact('service', (tx) => sendIn(tx, one, options)),
    /** The row of a job. */
    async row(jobId: string): Promise<Record<string, unknown>> {
      return (await app.rows('select * from sent_job where job_id = $1', [jobId]))[0] ?? {};
    },
    /** The marks that runs wrote, in their order: rows of a kernel's table that nothing else writes here. */
    async marks(): Promise<string[]> {
      return (await app.rows('select user_id from session_epoch order by epoch, user_id')).map(({ user_id }) =>
        String(user_id),
      );
    },
    async clear(): Promise<void> {
      await app.rows('delete from sent_job');
      await app.rows('delete from session_epoch');
    },
  };
};

export type JobFixture = Awaited<ReturnType<typeof openJobFixture>>;

/** Writes a mark in a transaction: a second one with the same text fails. */
export const leaveMark = async (tx: Tx, words: string): Promise<void> => {
  await tx.insertInto('session_epoch').values({ user_id: words, epoch: 1 }).execute();
};

/** A gate at which runs of a test wait. */
export const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
};
