import type { Input, maintenanceOperations, Output } from '@ronghui/contract';
import { type Maintenance, maintenanceFault, maintenanceLine } from '@ronghui/domain/maintenance';
import { nameOfStaff } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { withStepProof } from '#kernel/calls/sessions/tickets';
import { wrongField } from '#kernel/calls/wrong-field';
import { announce, type Db } from '#kernel/database/db';
import { findMaintenance, replaceMaintenance } from '#kernel/maintenance/maintenance.sql';

type Shown = Output<'ops.maintenance.current'>;

const wordsOf = ({ notice, readOnlyUntil, smsStopped }: Maintenance) => ({
  notice:
    notice === null ? null : { text: notice.text, from: notice.from.toISOString(), until: notice.until.toISOString() },
  readOnlyUntil: readOnlyUntil?.toISOString() ?? null,
  smsStopped,
});

const shownOf = async (db: Db, now: Date): Promise<Shown> => {
  const { setById, setAt, revision, ...set } = await findMaintenance(db);
  return {
    ...wordsOf(set),
    line: maintenanceLine(set, now),
    revision,
    ...(setById === null ? {} : { setBy: await nameOfStaff(db, setById) }),
    ...(setAt === null ? {} : { setAt: setAt.toISOString() }),
  };
};

const enteredOf = ({ notice, readOnlyUntil, smsStopped }: Input<'ops.maintenance.set'>): Maintenance => ({
  notice:
    notice === null ? null : { text: notice.text.trim(), from: new Date(notice.from), until: new Date(notice.until) },
  readOnlyUntil: readOnlyUntil === null ? null : new Date(readOnlyUntil),
  smsStopped,
});

/** What the trail keeps, in one line each. */
const recordedOf = ({ notice, readOnlyUntil, smsStopped }: Pick<Shown, 'notice' | 'readOnlyUntil' | 'smsStopped'>) => ({
  notice: notice === null ? '' : `${notice.text} ${notice.from} ${notice.until}`,
  readOnlyUntil: readOnlyUntil ?? '',
  smsStopped,
});

/** Maintenance in the console (running 6.5). */
export const maintenanceHandlers: HandlersFor<typeof maintenanceOperations> = {
  'ops.maintenance.current': (_input, { db, now }) => shownOf(db, now),

  'ops.maintenance.set': async (input, context) => {
    const { notice, readOnlyUntil, smsStopped, revision, stepTicket, ...rest } = input;
    allTaken(rest);
    const { staffId, now, fail } = context;
    const entered = enteredOf({ ...input, notice, readOnlyUntil, smsStopped });
    if (entered.notice?.text === '') return fail('invalid', wrongField('notice.text', '请填写通知'));
    const fault = maintenanceFault(entered, now);
    if (fault !== undefined) return fail('invalid', wrongField(fault.path, fault.message));
    return withStepProof(context, stepTicket, (spend) =>
      context.transact(async (tx) => {
        if (!(await spend())) {
          context.audit({ object: 'maintenance' });
          return fail('moreProof');
        }
        const before = await shownOf(tx, now);
        if (!(await replaceMaintenance(tx, entered, { revision, staffId }))) return fail('changed');
        const after = await shownOf(tx, now);
        context.audit({ object: 'maintenance', before: recordedOf(before), after: recordedOf(after) });
        announce(tx, 'content_changed');
        return after;
      }),
    );
  },
};
