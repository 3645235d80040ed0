import {
  type deskOperations,
  keysOfStaff,
  type OpsAuthKey,
  type Output,
  type StaffRole,
  staffRoles,
} from '@ronghui/contract';
import { type DeskKind, deskCountAtMost, openingSteps } from '@ronghui/domain/desk';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import {
  deleteOwner,
  findOwner,
  findWaiting,
  insertOwner,
  isColleague,
  listColleagues,
  type Owner,
  updateOwner,
} from './desk.sql.ts';
import { readOpening } from './opening.sql.ts';
import { queuesOf, readQueues } from './queues.sql.ts';

/** Who may work on things of a kind. */
const keyOfKind: Readonly<Record<DeskKind, OpsAuthKey>> = {
  certification: 'ops.customer.write',
  order: 'ops.order.write',
  feedback: 'ops.feedback.write',
  bill: 'ops.billing.write',
  stage: 'ops.billing.write',
  invoice: 'ops.billing.write',
};

const mayWrite = (roles: readonly StaffRole[], kind: DeskKind): boolean => keysOfStaff(roles).has(keyOfKind[kind]);

/** The roles that may work on things of a kind. */
const rolesFor = (kind: DeskKind): readonly StaffRole[] => staffRoles.filter((role) => mayWrite([role], kind));

const ownerOf = ({ staff_id, name, taken_at }: Owner): Output<'ops.desk.take'>['owner'] => ({
  staffId: staff_id,
  name: name.slice(0, 60),
  takenAt: taken_at.toISOString(),
});

/** What waits for staff, and who has taken it (R11.2). */
export const deskHandlers: HandlersFor<typeof deskOperations> = {
  'ops.desk.queues': async (_input, { db, roles, staffId }) => {
    const rows = await readQueues(db, queuesOf(keysOfStaff(roles)), staffId);
    return {
      items: rows.map(({ queue, count, oldest, due, overdue, owners }) => ({
        queue,
        count: Math.min(count, deskCountAtMost),
        hasMore: count > deskCountAtMost,
        ...(oldest === null ? {} : { oldestAt: oldest.toISOString() }),
        ...(due === null ? {} : { dueAt: due.toISOString() }),
        overdue: Math.min(overdue, deskCountAtMost),
        mine: owners.find((owner) => owner.staffId === staffId)?.count ?? 0,
        owners: owners.filter((owner) => owner.staffId !== staffId),
      })),
    };
  },

  'ops.desk.opening': async (_input, { db }) => {
    const done = await readOpening(db);
    return { steps: openingSteps.map((step) => ({ step, isDone: done[step] })) };
  },

  'ops.desk.owner': async ({ kind, objectId }, { db }) => {
    const owner = await findOwner(db, { kind, objectId });
    return { owner: owner === undefined ? null : ownerOf(owner) };
  },

  'ops.desk.colleagues': async ({ kind, keyword = '' }, { db }) => {
    const rows = await listColleagues(db, { roles: rolesFor(kind), keyword });
    return { items: rows.map(({ staff_id, account, name }) => ({ staffId: staff_id, account, name })) };
  },

  'ops.desk.take': async ({ kind, objectId, ...rest }, { transact, audit, roles, staffId, fail }) => {
    allTaken(rest);
    if (!mayWrite(roles, kind)) return fail('notAllowed');
    return transact(async (tx) => {
      const waiting = await findWaiting(tx, { kind, objectId });
      if (waiting === undefined) return fail('notFound');
      await insertOwner(tx, { kind, objectId }, staffId);
      const owner = await findOwner(tx, { kind, objectId });
      if (owner === undefined) return fail('notFound');
      audit({ object: objectId, ...waiting, after: { kind, takenBy: owner.staff_id } });
      return { owner: ownerOf(owner), isYours: owner.staff_id === staffId };
    });
  },

  'ops.desk.handOver': async ({ kind, objectId, from, to, ...rest }, { transact, audit, roles, fail }) => {
    allTaken(rest);
    if (!mayWrite(roles, kind)) return fail('notAllowed');
    return transact(async (tx) => {
      const waiting = await findWaiting(tx, { kind, objectId });
      if (waiting === undefined || !(await isColleague(tx, to, rolesFor(kind)))) return fail('notFound');
      if (!(await updateOwner(tx, { kind, objectId }, { from, to }))) return fail('changed');
      const owner = await findOwner(tx, { kind, objectId });
      if (owner === undefined) return fail('changed');
      audit({ object: objectId, ...waiting, before: { kind, takenBy: from }, after: { kind, takenBy: to } });
      return { owner: ownerOf(owner) };
    });
  },

  'ops.desk.release': async ({ kind, objectId, ...rest }, { transact, audit, roles, staffId, fail }) => {
    allTaken(rest);
    if (!mayWrite(roles, kind)) return fail('notAllowed');
    return transact(async (tx) => {
      const waiting = await findWaiting(tx, { kind, objectId });
      if (waiting === undefined) return fail('notFound');
      if (!(await deleteOwner(tx, { kind, objectId }, staffId))) return fail('changed');
      audit({ object: objectId, ...waiting, before: { kind, takenBy: staffId } });
      return {};
    });
  },
};
