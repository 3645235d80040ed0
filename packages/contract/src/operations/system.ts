import { refusalClasses, smsProviders } from '@ronghui/domain/sender/sms';
import { raced } from '../declared-errors.ts';
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

/** The store of files, as /metrics shows it. */
const store = () =>
  object({
    /** `folder` in the data folder, `sharedFolder` the one that all nodes mount. */
    kind: word(['folder', 'sharedFolder', 'bucket']),
    /** `gone` it does not answer, `wrong` it lacks the mark of this database, `unknown` nobody could look. */
    state: word(['ok', 'gone', 'wrong', 'unknown']),
    /** The file system of the data folder; null where that cannot be read. */
    disk: nullable(object({ freeBytes: count(), sizeBytes: count() })),
    /** That of a shared folder; null where it cannot be read. */
    filesDisk: optional(nullable(object({ freeBytes: count(), sizeBytes: count() }))),
    /** Files that rows name and the store does not have, up to a thousand; null where the database did not say. */
    lost: nullable(count()),
  });

/** The replica of the database, as /metrics shows it. */
const replica = () =>
  object({
    /** `behind` statistics come from the primary, `gone` it does not answer, `wrong` it is no standby of this database or does not know its roles, `unknown` nobody could look. */
    state: word(['ok', 'behind', 'gone', 'wrong', 'unknown']),
    /** How many seconds it is behind; null where nobody knows it. */
    lagSec: nullable(count()),
  });

/** The senders: whether they send, and how they last failed. */
const senders = () =>
  object({
    /** Whether staff have stopped all SMS. */
    smsStopped: flag(),
    /** The providers in use, in their order; none where messages are written to files. */
    sms: list(
      object({
        provider: word(smsProviders),
        /** Whether it rests after failures in a row. */
        isResting: flag(),
        /** Its last failure within a day. */
        failure: optional(
          object({ at: isoTime(), refusal: nullable(word(refusalClasses)), reason: text(200, { min: 0 }) }),
        ),
      }),
      { max: 3 },
    ),
    /** Mails that failed at least once and wait, or were set aside, up to a thousand; and how the newest of them failed. */
    mail: object({ failing: count(), reason: text(300, { min: 0 }) }),
  });

/** Held messages, from one number to another, both included: one, or those that were shown. */
const heldRange = () =>
  object({ from: version(), upTo: version(), stepTicket: optional(id()), idempotencyKey: idempotencyKey() });

/** What the installation does: nodes, replica, backups, messages that a restore holds, jobs, store, senders, certificate (running 6.4). */
export const systemOperations = {
  'ops.system.get': operation({
    path: '/ftc/ops/system/get',
    summary: '运行状态：版本、备份、文件存储、发送通道、消息与任务',
    ...reads,
    request: object({}),
    reply: object({
      node: object({
        version: text(40),
        name: text(255),
        /** When its process began. */
        startedAt: isoTime(),
        database: object({ kind: word(['embedded', 'given']), version: text(80) }),
        /** Where nonces, tickets, image codes and counters by address are kept. */
        sharedState: word(['memory', 'postgres', 'redis']),
      }),
      /** The nodes that were seen in the last thirty seconds, the oldest first. */
      nodes: list(object({ address: text(255), version: text(40), startedAt: isoTime(), seenAt: isoTime() }), {
        max: 1000,
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
      /** Null where there is none. */
      replica: nullable(replica()),
      store: store(),
      senders: senders(),
      /** Jobs that were sent and failed for good within seven days, the last first, unless the same was asked for again. */
      failedJobs: list(
        object({
          jobId: id(),
          name: text(80),
          createdAt: isoTime(),
          endedAt: isoTime(),
          /** What its user read. */
          failure: text(500, { min: 0 }),
        }),
        { max: 50 },
      ),
      /** The certificate that is served; null where a proxy has it. */
      certificate: nullable(object({ endsAt: isoTime(), isRefused: flag() })),
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
  'ops.system.retryJob': operation({
    path: '/ftc/ops/system/retryJob',
    summary: '重新执行一项失败的任务',
    ...written,
    /** One of `failedJobs`, with all its tries; `endedAt` is that of the failure that was seen. `changed`: it was asked for again, or has failed again. */
    request: object({ jobId: id(), endedAt: optional(isoTime()), idempotencyKey: idempotencyKey() }),
    reply: object({ jobId: id() }),
    errors: { notFound: 'RHSY404', changed: raced('RHSY409', 'jobId') },
  }),
} satisfies Record<string, OperationSpec>;
