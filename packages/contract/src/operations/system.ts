import { type OperationSpec, operation } from '../operation.ts';
import {
  count,
  flag,
  id,
  idempotencyKey,
  isoTime,
  list,
  nullable,
  object,
  optional,
  text,
  version,
  whole,
  word,
} from '../shapes.ts';

const reads = { who: 'ops', keys: ['ops.system.read'] } as const;
const written = { who: 'ops', keys: ['ops.system.write'], writes: true, idempotent: true } as const;

const messageKinds = ['sms', 'mail'] as const;

/** A backup: when its snapshot was, and what came of it. */
const run = () =>
  object({
    startedAt: isoTime(),
    endedAt: optional(isoTime()),
    /** `running` it goes on, `died` its process ended before it did. */
    outcome: word(['done', 'failed', 'running', 'died']),
    place: text(800),
    backupId: optional(text(40)),
    /** Of its rows, as they lie in the target. */
    bytes: optional(count()),
    rows: optional(count()),
    /** Why it failed, or what was left undone. */
    reason: text(500, { min: 0 }),
  });

/** Held messages, from one number to another, both included: one, or those that were shown. */
const heldRange = () =>
  object({ from: version(), upTo: version(), stepTicket: optional(id()), idempotencyKey: idempotencyKey() });

/** What the installation does: nodes, backups, messages that a restore holds, jobs (running 6.4). */
export const systemOperations = {
  'ops.system.get': operation({
    path: '/ftc/ops/system/get',
    summary: '运行状态：版本、备份、待放行的消息与定时任务',
    ...reads,
    request: object({}),
    reply: object({
      node: object({
        version: text(40),
        name: text(255),
        /** When its process began. */
        startedAt: isoTime(),
        database: object({ kind: word(['embedded', 'given']), version: text(80) }),
      }),
      backup: object({
        /** Null: none is taken by the clock. */
        plan: nullable(
          object({ place: text(800), everyHours: whole(1, 168), keep: whole(1, 1000), isEncrypted: flag() }),
        ),
        /** The last good one into the target of the plan; without a plan, into any. */
        good: nullable(run()),
        /** Whether it is older than two periods. */
        isOverdue: flag(),
        runs: list(run(), { max: 10 }),
      }),
      held: object({
        counts: list(object({ kind: word(messageKinds), count: count() }), { max: 2 }),
        /** The oldest of them. */
        items: list(
          object({
            messageNo: version(),
            kind: word(messageKinds),
            /** The scene of an SMS, the subject of a mail. */
            about: text(300, { min: 0 }),
            toMasked: text(120, { min: 0 }),
            createdAt: isoTime(),
          }),
          { max: 50 },
        ),
      }),
      jobs: list(
        object({
          name: text(80),
          nextAt: isoTime(),
          endedAt: optional(isoTime()),
          failedAt: optional(isoTime()),
          /** Whether it has failed since a run ended well. */
          isFailed: flag(),
          isRunning: flag(),
          /** Why it last failed. */
          failure: text(500, { min: 0 }),
        }),
        { max: 200 },
      ),
    }),
  }),
  'ops.system.sendHeld': operation({
    path: '/ftc/ops/system/sendHeld',
    summary: '发送恢复备份后待放行的消息',
    ...written,
    request: heldRange(),
    reply: object({ count: count() }),
    errors: { notFound: 'RHSY404', moreProof: 'RHAC003' },
  }),
  'ops.system.dropHeld': operation({
    path: '/ftc/ops/system/dropHeld',
    summary: '丢弃恢复备份后待放行的消息',
    ...written,
    request: heldRange(),
    reply: object({ count: count() }),
    errors: { notFound: 'RHSY404', moreProof: 'RHAC003' },
  }),
  'ops.system.runJob': operation({
    path: '/ftc/ops/system/runJob',
    summary: '立即执行一项定时任务',
    ...written,
    /** A job that runs is not begun again beside itself. */
    request: object({ name: text(80), idempotencyKey: idempotencyKey() }),
    reply: object({ nextAt: isoTime() }),
    errors: { notFound: 'RHSY404', running: 'RHSY409' },
  }),
} satisfies Record<string, OperationSpec>;
