import { findingKinds } from '@ronghui/domain/audit';
import { invalid, storageDown, tooOften } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import {
  count,
  cursorFields,
  cursorPageOf,
  dayOrTime,
  file,
  flag,
  id,
  idempotencyKey,
  isoTime,
  list,
  nullable,
  object,
  optional,
  text,
  word,
} from '../shapes.ts';

/** The parts of the product that an event belongs to. */
const areas = ['account', 'customer', 'order', 'billing', 'content', 'staff'] as const;
const actorKinds = ['visitor', 'user', 'staff', 'system', 'operator'] as const;

/** Days are days in Shanghai; both ends inclusive. */
const span = { from: optional(dayOrTime()), to: optional(dayOrTime()) };

/**
 * What the trail is searched by. `actor` is who did it: the account, the name or the id of a member of staff, a user's id, or an
 * operator's login. `object` is the id of what was changed.
 */
const filter = {
  actor: optional(text(64)),
  area: optional(word(areas)),
  event: optional(text(64, { pattern: '^[A-Za-z0-9_.-]+$' })),
  tenantId: optional(id()),
  object: optional(text(64)),
  outcome: optional(word(['ok', 'refused'])),
  ...span,
};

const event = () =>
  object({
    eventId: id(),
    at: isoTime(),
    event: text(100),
    /** What was done, in words. */
    title: text(100),
    /** `ok`, or the code of the refusal. */
    result: text(64),
    actorKind: word(actorKinds),
    /** Who did it: a colleague's name, a user's masked mobile, an operator's login. */
    actor: text(80, { min: 0 }),
    actorId: optional(text(64)),
    tenantId: optional(text(64)),
    tenantName: text(80, { min: 0 }),
    object: optional(text(200)),
    address: text(64, { min: 0 }),
  });

const job = () =>
  object({
    jobId: id(),
    status: word(['queued', 'running', 'done', 'failed', 'cancelled', 'expired']),
    done: count(),
    total: count(),
    failure: optional(text(300)),
  });

/** An export of the trail: its events so far, and once it is done what there is to fetch. */
const trailExport = () =>
  object({
    exportId: id(),
    status: job().properties.status,
    done: count(),
    failure: optional(text(300)),
    /** @unit bytes */
    bytes: optional(count()),
    expiresAt: optional(isoTime()),
  });

const verification = () =>
  object({
    at: isoTime(),
    fromNo: count(),
    toNo: count(),
    events: count(),
    /** All findings; the first of them are named. */
    found: count(),
    findings: list(
      object({
        kind: word(findingKinds),
        eventId: optional(id()),
        sealNo: optional(count()),
        text: text(200),
      }),
    ),
    digest: text(64, { min: 0 }),
  });

/** The audit trail: search, what was changed, export, and whether it still is as it was written (R11.7, security 4.11). */
export const auditOperations = {
  'ops.audit.page': operation({
    path: '/ftc/ops/audit/page',
    summary: '审计记录，最新在前',
    who: 'ops',
    keys: ['ops.audit.read'],
    request: object({ ...filter, ...cursorFields }),
    reply: cursorPageOf(event()),
    errors: { invalid },
  }),
  'ops.audit.detail': operation({
    path: '/ftc/ops/audit/detail',
    summary: '一条审计记录，及前后的值',
    who: 'ops',
    keys: ['ops.audit.read'],
    request: object({ eventId: id() }),
    reply: object({
      ...event().properties,
      operation: text(100, { min: 0 }),
      userId: optional(text(64)),
      sessionId: optional(text(64)),
      requestId: text(64, { min: 0 }),
      /** The values by dotted path; a side without the field has none. */
      values: list(
        object({ field: text(200), before: optional(text(2000, { min: 0 })), after: optional(text(2000, { min: 0 })) }),
        { max: 200 },
      ),
      /** More values than are shown. */
      isCut: flag(),
      /** Its place in the chain; without one it is sealed within seconds. */
      sealNo: optional(count()),
    }),
    errors: { notFound: 'RHSY404' },
  }),
  'ops.audit.events': operation({
    path: '/ftc/ops/audit/events',
    summary: '审计记录里出现过的事件，按范围与名称',
    who: 'ops',
    keys: ['ops.audit.read'],
    request: object({}),
    /** `area` is missing for an event that belongs to none. */
    reply: object({
      items: list(object({ event: text(100), title: text(100), area: optional(word(areas)) }), { max: 500 }),
    }),
  }),
  'ops.audit.export': operation({
    path: '/ftc/ops/audit/export',
    summary: '导出审计记录，留有记录',
    who: 'ops',
    keys: ['ops.audit.write'],
    writes: true,
    idempotent: true,
    request: object({ ...filter, idempotencyKey: idempotencyKey() }),
    /** The file is made by a job; it is fetched by `ops.audit.download`. */
    reply: trailExport(),
    errors: { invalid, tooMany: 'RHEX001', tooOften },
  }),
  'ops.audit.lastExport': operation({
    path: '/ftc/ops/audit/lastExport',
    summary: '本人最近一次导出的审计记录',
    who: 'ops',
    keys: ['ops.audit.write'],
    passive: true,
    request: object({}),
    reply: object({ export: nullable(trailExport()) }),
  }),
  'ops.audit.download': operation({
    path: '/ftc/ops/audit/download',
    summary: '下载本人导出的审计记录',
    who: 'ops',
    keys: ['ops.audit.write'],
    request: object({ exportId: id() }),
    reply: file(),
    errors: { notFound: 'RHSY404', expired: 'RHEX002', storage: storageDown },
  }),
  'ops.audit.chain': operation({
    path: '/ftc/ops/audit/chain',
    summary: '封存链的末端与最近一次核验',
    who: 'ops',
    keys: ['ops.audit.read'],
    passive: true,
    request: object({}),
    reply: object({
      /** The last sealed event; a count of 0 where none is sealed. */
      sealNo: count(),
      digest: text(64, { min: 0 }),
      sealedAt: optional(isoTime()),
      /** Events that wait for their seal, up to 1,000. */
      waiting: count(),
      /** The verification that was asked for last. */
      job: nullable(job()),
      last: nullable(verification()),
    }),
  }),
  'ops.audit.verify': operation({
    path: '/ftc/ops/audit/verify',
    summary: '核验封存链，全部或一段时间',
    who: 'ops',
    keys: ['ops.audit.write'],
    writes: true,
    idempotent: true,
    request: object({ ...span, idempotencyKey: idempotencyKey() }),
    reply: object({ jobId: id() }),
    errors: { invalid },
  }),
} satisfies Record<string, OperationSpec>;
