import type { Output } from '@ronghui/contract';
import { presentReception, type ReceptionAction, silenceEndOf, stepReception } from '@ronghui/domain/chat';
import { nameOfStaff } from '#features/staff/staff.reads';
import type { Db, Tx } from '#kernel/database/db';
import { findReading, type Side, updateConversation } from './chat.sql.ts';
import type { ConversationRow, ReceptionRow } from './conversation.ts';
import { countWaitingBefore, findReception, type ReceptionChange, updateReception } from './reception.sql.ts';

type Standing = Pick<Output<'chat.open'>, 'lastSeq' | 'reception' | 'cursors' | 'unread'>;
export type Reception = NonNullable<Standing['reception']>;

/** Stores what the clock has done; the conversation's row is held. */
export const endBySilence = (tx: Tx, reception: ReceptionRow): Promise<ReceptionRow> => {
  const at = silenceEndOf(reception.state, reception.spoken_at) ?? reception.spoken_at;
  const change = { state: 'ended', version: reception.version + 1, ended: { by: 'silence', at } } as const;
  return updateReception(tx, reception.reception_id, change);
};

/** A reception as the clock has it: what silence has ended is over under the version that it will be stored with. */
const byTheClock = (row: ReceptionRow, now: Date): Pick<ReceptionRow, 'state' | 'version'> => {
  const state = presentReception(row.state, row.spoken_at, now);
  return { state, version: state === row.state ? row.version : row.version + 1 };
};

/** When a reception ended, by a step or by silence; null while it goes on. */
export const endOf = (row: ReceptionRow, now: Date): Date | null =>
  row.ended_at ?? (byTheClock(row, now).state === 'ended' ? silenceEndOf(row.state, row.spoken_at) : null);

/** A reception for its readers. `db` reads as the service: who waits before, and the name of the person who serves. */
export const receptionFor = async (db: Db, row: ReceptionRow, now: Date): Promise<Reception> => {
  const { state, version } = byTheClock(row, now);
  const [waitingBefore, agent] = await Promise.all([
    state === 'waiting' && row.waiting_at !== null ? countWaitingBefore(db, row.waiting_at) : null,
    state === 'serving' && row.staff_id !== null ? nameOfStaff(db, row.staff_id) : null,
  ]);
  return {
    receptionId: row.reception_id,
    state,
    version,
    ...(waitingBefore !== null && { waitingBefore }),
    ...(agent !== null && agent !== '' && { agent }),
  };
};

/** What a conversation is at for one of its sides, read as the service once it is known whose it is. */
export const standingOf = async (
  db: Db,
  conversation: ConversationRow,
  { side, now }: { readonly side: Side; readonly now: Date },
): Promise<Standing> => {
  const { conversation_id: conversationId } = conversation;
  const [last, reading] = await Promise.all([findReception(db, conversationId), findReading(db, conversationId, side)]);
  const { customer, staff, unread } = reading;
  return {
    lastSeq: conversation.last_seq,
    reception: last === null ? null : await receptionFor(db, last, now),
    cursors: side === 'customer' ? { own: customer, other: staff } : { own: staff, other: customer },
    unread,
  };
};

/** Who takes a step, and what it stores beside the state. */
export interface Step {
  readonly action: ReceptionAction;
  readonly now: Date;
  readonly by: 'customer' | 'staff';
  readonly change?: Omit<ReceptionChange, 'state' | 'version' | 'ended'> | undefined;
}

/**
 * Takes a step of a conversation's newest reception; the conversation's row is held. One that silence has ended is over; a step that changes nothing stores nothing.
 *
 * @reason ended       there is none, or it is over
 * @reason notAllowed  its state does not allow the step
 */
export const stepStored = async (
  tx: Tx,
  conversation: ConversationRow,
  { action, now, by, change = {} }: Step,
): Promise<
  { readonly ok: true; readonly row: ReceptionRow } | { readonly ok: false; readonly reason: 'ended' | 'notAllowed' }
> => {
  const row = await findReception(tx, conversation.conversation_id);
  if (row === null) return { ok: false, reason: 'ended' };
  const { state } = byTheClock(row, now);
  const outcome = stepReception(state, action);
  if (!outcome.ok) return outcome;
  const isSame =
    outcome.to === state &&
    (change.subject === undefined || change.subject === row.subject) &&
    (change.staffId === undefined || change.staffId === row.staff_id);
  if (isSame) return { ok: true, row };
  const version = conversation.reception_version + 1;
  updateConversation(tx, { ...conversation, reception_version: version });
  const ended = outcome.to === 'ended' ? { ended: { by, at: now } } : {};
  const stored = await updateReception(tx, row.reception_id, { ...change, ...ended, state: outcome.to, version });
  return { ok: true, row: stored };
};
