import { deskKinds, deskQueues, openingSteps } from '@ronghui/domain/desk';
import { raced } from '../declared-errors.ts';
import { type OperationSpec, operation } from '../operation.ts';
import { count, flag, id, idempotencyKey, isoTime, list, nullable, object, optional, text, word } from '../shapes.ts';

const owner = () => object({ staffId: id(), name: text(60, { min: 0 }), takenAt: isoTime() });
const thing = () => ({ kind: word(deskKinds), objectId: id() });
const read = {
  who: 'ops',
  keys: ['ops.customer.read', 'ops.order.read', 'ops.billing.read', 'ops.feedback.read'],
} as const;
/** The key of the thing's own kind is asked for in addition. */
const written = {
  who: 'ops',
  keys: ['ops.customer.write', 'ops.order.write', 'ops.billing.write', 'ops.feedback.write'],
  writes: true,
  idempotent: true,
} as const;
const refusals = {
  notAllowed: 'RHSY403',
  /** There is no such thing, or it no longer waits. */
  notFound: 'RHSY404',
} as const;

/** What waits for staff, and who has taken it (R11.2). */
export const deskOperations = {
  'ops.desk.queues': operation({
    path: '/ftc/ops/desk/queues',
    summary: '等待办理的各项：数量、最早、期限与办理人',
    who: 'ops',
    passive: true,
    request: object({}),
    /** The queues that the caller's keys allow. */
    reply: object({
      items: list(
        object({
          queue: word(deskQueues),
          /** Up to 1,000; `hasMore` says that there are more. */
          count: count(),
          hasMore: flag(),
          /** Since when the oldest of them waits. */
          oldestAt: optional(isoTime()),
          /** The next deadline, which may be past. */
          dueAt: optional(isoTime()),
          overdue: count(),
          /** How many of them the caller has taken, and who has taken others. */
          mine: count(),
          owners: list(object({ staffId: id(), name: text(60, { min: 0 }), count: count() }), { max: 50 }),
        }),
      ),
    }),
  }),
  'ops.desk.opening': operation({
    path: '/ftc/ops/desk/opening',
    summary: '开业准备的各步，按先后，哪些已经做完',
    who: 'ops',
    passive: true,
    request: object({}),
    /** Each is read from what is there; it comes back where it is undone. */
    reply: object({ steps: list(object({ step: word(openingSteps), isDone: flag() })) }),
  }),
  'ops.desk.owner': operation({
    path: '/ftc/ops/desk/owner',
    summary: '谁在办理这一项',
    ...read,
    passive: true,
    request: object(thing()),
    reply: object({ owner: nullable(owner()) }),
  }),
  'ops.desk.colleagues': operation({
    path: '/ftc/ops/desk/colleagues',
    summary: '可以接手的同事',
    ...read,
    /** `keyword` is the beginning of an account, or a part of a name. */
    request: object({ kind: word(deskKinds), keyword: optional(text(60)) }),
    reply: object({
      items: list(object({ staffId: id(), account: text(32), name: text(60, { min: 0 }) }), { max: 20 }),
    }),
  }),
  'ops.desk.take': operation({
    path: '/ftc/ops/desk/take',
    summary: '接手一项，由自己办理',
    ...written,
    request: object({ ...thing(), idempotencyKey: idempotencyKey() }),
    /** Of two who take it at once the first has it, and the other reads who that is. */
    reply: object({ owner: owner(), isYours: flag() }),
    errors: refusals,
  }),
  'ops.desk.handOver': operation({
    path: '/ftc/ops/desk/handOver',
    summary: '转交一项，或从同事那里接手',
    ...written,
    /** `from` is the owner that was seen, `to` the one who goes on. */
    request: object({ ...thing(), from: id(), to: id(), idempotencyKey: idempotencyKey() }),
    reply: object({ owner: owner() }),
    errors: {
      ...refusals,
      /** Somebody else has it by now. */
      changed: raced('RHSY409', 'objectId'),
    },
  }),
  'ops.desk.release': operation({
    path: '/ftc/ops/desk/release',
    summary: '放回一项，不再由自己办理',
    ...written,
    request: object({ ...thing(), idempotencyKey: idempotencyKey() }),
    reply: object({}),
    errors: { ...refusals, changed: raced('RHSY409', 'objectId') },
  }),
} satisfies Record<string, OperationSpec>;
