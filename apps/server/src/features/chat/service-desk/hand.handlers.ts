import type { deskChatOperations } from '@ronghui/contract';
import { listStaffHolding } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Db, Tx } from '#kernel/database/db';
import type { ConversationRow, ReceptionRow } from '../conversation.ts';
import { assignAfter } from '../duty/assigning.ts';
import { touchDuty } from '../duty/duty.sql.ts';
import { listMembers } from '../duty/members.ts';
import { findReceptionById } from '../reception.sql.ts';
import { receptionFor, type Step, stepStored } from '../receptions.ts';
import { addColleague, removeColleague } from './colleague.sql.ts';
import { wakeCustomer, wakeDesk } from './desk-waking.ts';
import { lockServed, type ServedRefusal } from './held-reception.ts';
import { insertNote, type NewNote } from './note.sql.ts';

type HandOperations = Pick<
  typeof deskChatOperations,
  'ops.chat.colleagues' | 'ops.chat.transfer' | 'ops.chat.giveBack' | 'ops.chat.join' | 'ops.chat.stepOut'
>;

/** Who may take receptions. */
const mayServe = (db: Db) => listStaffHolding(db, 'ops.chat.write');

/** A step away from the caller, and the note that goes with it; only who serves takes it. */
const handOn = async (
  tx: Tx,
  { receptionId, staffId, now }: { readonly receptionId: string; readonly staffId: string; readonly now: Date },
  {
    action,
    change,
    note,
  }: Pick<Step, 'action' | 'change'> & { readonly note: Pick<NewNote, 'kind' | 'toStaffId' | 'content'> },
): Promise<
  | { readonly ok: true; readonly row: ReceptionRow; readonly conversation: ConversationRow }
  | { readonly ok: false; readonly reason: ServedRefusal }
> => {
  const served = await lockServed(tx, receptionId, now);
  if (!served.ok) return served;
  const { conversation, reception } = served;
  if (reception.staff_id !== staffId) return { ok: false, reason: 'notYours' };
  const step = await stepStored(tx, conversation, { action, now, by: 'staff', change });
  if (!step.ok) return { ok: false, reason: 'ended' };
  const placed = { afterSeq: conversation.last_seq, clientId: null, staffId } as const;
  await insertNote(tx, conversation.conversation_id, { ...placed, ...note });
  return { ok: true, row: step.row, conversation };
};

/** How receptions go from one colleague to another, and how several serve one together. @source service 5.2 */
export const handHandlers: HandlersFor<HandOperations> = {
  'ops.chat.colleagues': async (_input, { db, staffId }) => {
    const members = await listMembers(db);
    return { items: members.filter((one) => one.staffId !== staffId) };
  },

  'ops.chat.transfer': async ({ receptionId, to, note = '', ...rest }, context) => {
    allTaken(rest);
    const { staffId, now, fail, audit } = context;
    if (to === staffId) return fail('invalid', wrongField('to', '接待已由您进行，请选择同事'));
    // The reply is made within: it is what a repeat is answered with.
    const reply = await context.transact(async (tx) => {
      if (!(await mayServe(tx)).some((one) => one.staffId === to)) return fail('notFound');
      const outcome = await handOn(
        tx,
        { receptionId, staffId, now },
        {
          action: 'transfer',
          change: { staffId: to },
          note: { kind: 'transfer', toStaffId: to, content: note },
        },
      );
      if (!outcome.ok) return fail(outcome.reason);
      await removeColleague(tx, receptionId, to);
      audit({ object: receptionId, before: { takenBy: staffId }, after: { takenBy: to } });
      // They have the time of who goes away to see it.
      await touchDuty(tx, [to]);
      wakeCustomer(context, outcome.conversation);
      return { reception: await receptionFor(tx, outcome.row, now) };
    });
    await assignAfter(context);
    return reply;
  },

  'ops.chat.giveBack': async ({ receptionId, note = '', ...rest }, context) => {
    allTaken(rest);
    const { staffId, now, fail, audit } = context;
    const reply = await context.transact(async (tx) => {
      const outcome = await handOn(
        tx,
        { receptionId, staffId, now },
        {
          action: 'giveBack',
          change: { staffId: null },
          note: { kind: 'giveBack', toStaffId: null, content: note },
        },
      );
      if (!outcome.ok) return fail(outcome.reason);
      audit({ object: receptionId, before: { takenBy: staffId } });
      wakeCustomer(context, outcome.conversation);
      return { reception: await receptionFor(tx, outcome.row, now) };
    });
    await assignAfter(context);
    return reply;
  },

  'ops.chat.join': async ({ receptionId }, context) => {
    const { staffId, now, transact, fail } = context;
    const outcome = await transact(async (tx) => {
      const served = await lockServed(tx, receptionId, now);
      if (served.ok && served.reception.staff_id !== staffId) await addColleague(tx, receptionId, staffId);
      return served;
    });
    if (!outcome.ok) return fail(outcome.reason);
    wakeDesk(context);
    return {};
  },

  'ops.chat.stepOut': async ({ receptionId }, context) => {
    const { staffId, transact, fail } = context;
    const isThere = await transact(async (tx) => {
      if ((await findReceptionById(tx, receptionId)) === null) return false;
      await removeColleague(tx, receptionId, staffId);
      return true;
    });
    if (!isThere) return fail('notFound');
    wakeDesk(context);
    return {};
  },
};
