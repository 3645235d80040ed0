import { noticeTextLength } from '@ronghui/domain/maintenance';
import { invalid, racedOn } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { count, flag, id, idempotencyKey, isoTime, nullable, object, optional, text } from '../shapes.ts';

const entered = {
  /** What every page says at its head, until it is over. */
  notice: nullable(object({ text: text(noticeTextLength), from: isoTime(), until: isoTime() })),
  /** Merchants and visitors only read until then; staff work on. */
  readOnlyUntil: nullable(isoTime()),
  /** No SMS leave: no code is promised, and what waits leaves later. */
  smsStopped: flag(),
};

const setting = () =>
  object({
    ...entered,
    /** The line that pages show now. */
    line: nullable(text(200)),
    /** How often it was set; 0 before the first time. */
    revision: count(),
    setBy: optional(text(60, { min: 0 })),
    setAt: optional(isoTime()),
  });

/** Maintenance: announced, read-only until a time, SMS stopped (running 6.5). */
export const maintenanceOperations = {
  'ops.maintenance.current': operation({
    path: '/ftc/ops/maintenance/current',
    summary: '维护：通知、只读与停发短信',
    who: 'ops',
    keys: ['ops.system.read'],
    request: object({}),
    reply: setting(),
  }),
  'ops.maintenance.set': operation({
    path: '/ftc/ops/maintenance/set',
    summary: '发布维护通知、设为只读或停发短信',
    who: 'ops',
    keys: ['ops.system.write'],
    writes: true,
    idempotent: true,
    /** All of it is replaced. `revision` is what was read. */
    request: object({ ...entered, revision: count(), stepTicket: optional(id()), idempotencyKey: idempotencyKey() }),
    reply: setting(),
    errors: { invalid, changed: racedOn('RHSY409', { name: 'maintenance' }), moreProof: 'RHAC003' },
  }),
} satisfies Record<string, OperationSpec>;
