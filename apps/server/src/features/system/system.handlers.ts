import { hostname } from 'node:os';
import type { Input, Output, systemOperations } from '@ronghui/contract';
import { instantOfUtc } from '@ronghui/domain/day-range';
import { scheduledJobName } from '@ronghui/domain/job';
import { backupJobName } from '#kernel/backup/backup-job';
import { isTooOld } from '#kernel/backup/backup-metrics';
import { findGoodRun, isBackupRunning, listRuns, type RunRow } from '#kernel/backup/backup-run.sql';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlerContext, HandlersFor } from '#kernel/calls/context';
import { withStepProof } from '#kernel/calls/sessions/tickets';
import { codeOf } from '#kernel/database/connection';
import type { Db, Tx } from '#kernel/database/db';
import { countStopped, dropStopped, listStopped, releaseStopped, type StoppedNumbers } from '#kernel/jobs/outbox.sql';
import { listScheduledJobs, makeJobDue } from '#kernel/jobs/scheduled-job.sql';
import { retryFailedJob } from '#kernel/jobs/sent-job.sql';
import { listLivingNodes } from '#kernel/nodes/node.sql';
import type { Ports } from '#kernel/ports';
import { heldMessageOf } from '#kernel/sending/held-message';
import { placeOf } from '#kernel/setup/config-parts/backup-config';
import { productVersion } from '#kernel/setup/version';
import { findDatabaseVersion } from './system.sql.ts';
import { readWatched } from './watched-state.ts';

const [runsShown, heldShown] = [10, 50];
const uniqueViolation = '23505';

type State = Output<'ops.system.get'>;
type Run = State['backup']['runs'][number];

const outcomeOf = ({ outcome }: RunRow, isRunning: boolean): Run['outcome'] =>
  outcome ?? (isRunning ? 'running' : 'died');

const shownRun = (row: RunRow, isRunning: boolean): Run => ({
  startedAt: row.startedAt.toISOString(),
  ...(row.endedAt === null ? {} : { endedAt: row.endedAt.toISOString() }),
  outcome: outcomeOf(row, isRunning),
  place: row.place,
  ...(row.backupId === null ? {} : { backupId: row.backupId }),
  ...(row.bytes === null ? {} : { bytes: row.bytes }),
  ...(row.rows === null ? {} : { rows: row.rows }),
  reason: row.reason ?? '',
});

const readBackup = async (db: Db, { config, clock }: Ports): Promise<State['backup']> => {
  const { plan, recipient } = config.backup;
  const place = plan === null ? null : placeOf(plan.to);
  const [isRunning, rows, good] = [
    await isBackupRunning(db),
    await listRuns(db, runsShown),
    await findGoodRun(db, place),
  ];
  return {
    plan:
      plan === null || place === null
        ? null
        : { place, everyHours: plan.everyHours, keep: plan.keep, isEncrypted: recipient !== null },
    good: good === undefined ? null : shownRun(good, false),
    isOverdue: plan !== null && (await isTooOld(db, plan, { dataDir: config.dataDir, clock })),
    // One that goes on is the newest.
    runs: rows.map((row, at) => shownRun(row, isRunning && at === 0)),
  };
};

const readHeld = async (db: Db, { vault }: Ports): Promise<State['held']> => {
  const [counts, rows] = [await countStopped(db), await listStopped(db, heldShown)];
  return {
    counts: counts.map(({ kind, count }) => ({ kind, count })),
    items: rows.map((row) => ({
      messageNo: row.outbox_id,
      createdAt: row.created_at.toISOString(),
      ...heldMessageOf(vault, row.sealed_payload),
    })),
  };
};

/** Whether the code has it and the configuration wants it; the row of one that has left stays for a week. */
const isDeclared = (name: string, { backup: { plan } }: Ports['config']): boolean =>
  scheduledJobName(name) !== name && (plan !== null || name !== backupJobName);

const readJobs = async (db: Db, { config }: Ports): Promise<State['jobs']> => {
  const rows = await listScheduledJobs(db);
  return rows
    .filter(({ name }) => isDeclared(name, config))
    .map((row) => ({
      name: row.name,
      nextAt: row.next_at.toISOString(),
      ...(row.ended_at === null ? {} : { endedAt: row.ended_at.toISOString() }),
      ...(row.failed_at === null ? {} : { failedAt: row.failed_at.toISOString() }),
      isFailed: row.has_failed,
      isRunning: row.runs,
      failure: row.failure ?? '',
    }));
};

type Decide = (typeof systemOperations)['ops.system.sendHeld' | 'ops.system.dropHeld'];

/** Decides on held messages with a fresh proof; the trail has how many there were. */
const decideHeld = (
  { from, upTo, stepTicket, ...rest }: Input<'ops.system.sendHeld'>,
  context: HandlerContext<Decide>,
  decide: (tx: Tx, numbers: StoppedNumbers) => Promise<number>,
) => {
  allTaken(rest);
  const { fail } = context;
  return withStepProof(context, stepTicket, (spend) =>
    context.transact(async (tx) => {
      if (!(await spend())) return fail('moreProof');
      const count = await decide(tx, { from, upTo });
      if (count === 0) return fail('notFound');
      context.audit({ object: from === upTo ? String(from) : `${from}–${upTo}`, after: { count } });
      return { count };
    }),
  );
};

/** What the installation does, and what a person decides of it (running 6.4, 3.2). */
export const systemHandlers: HandlersFor<typeof systemOperations> = {
  'ops.system.get': async (_input, { db, ports }) => ({
    node: {
      version: productVersion,
      name: hostname(),
      startedAt: new Date(ports.clock.now().getTime() - Math.round(process.uptime()) * 1000).toISOString(),
      database: { kind: ports.config.isEmbedded ? 'embedded' : 'given', version: await findDatabaseVersion(db) },
      sharedState: ports.config.sharedState,
    },
    nodes: (await listLivingNodes(db)).map(({ address, version, startedAt, seenAt }) => ({
      address,
      version,
      startedAt: startedAt.toISOString(),
      seenAt: seenAt.toISOString(),
    })),
    backup: await readBackup(db, ports),
    held: await readHeld(db, ports),
    jobs: await readJobs(db, ports),
    ...(await readWatched(db, ports)),
  }),

  'ops.system.sendHeld': (input, context) => decideHeld(input, context, releaseStopped),
  'ops.system.dropHeld': (input, context) => decideHeld(input, context, dropStopped),

  'ops.system.runJob': ({ name, ...rest }, context) => {
    allTaken(rest);
    return context.transact(async (tx) => {
      const dueAt = isDeclared(name, context.ports.config) ? await makeJobDue(tx, name) : undefined;
      if (dueAt === undefined) return context.fail('notFound');
      if (dueAt === null) return context.fail('running');
      context.audit({ object: name });
      return { nextAt: dueAt.toISOString() };
    });
  },

  'ops.system.retryJob': async ({ jobId, endedAt, ...rest }, context) => {
    allTaken(rest);
    const seen = { jobId, endedAt: endedAt === undefined ? null : (instantOfUtc(endedAt) ?? new Date(0)) };
    try {
      return await context.transact(async (tx) => {
        const outcome = await retryFailedJob(tx, context.ports.limits.jobTries, seen);
        if (outcome !== 'retried') return context.fail(outcome);
        context.audit({ object: jobId });
        return { jobId };
      });
    } catch (error) {
      // Another job of its key waits or runs by now.
      if (codeOf(error) === uniqueViolation) return context.fail('changed');
      throw error;
    }
  },
};
