import { presentReception } from '@ronghui/domain/chat';
import type { Tx } from '#kernel/database/db';
import { lockConversation } from '../chat.sql.ts';
import type { ConversationRow, ReceptionRow } from '../conversation.ts';
import { findReception, findReceptionById } from '../reception.sql.ts';

/** A reception and its conversation, which is held. */
interface Held {
  readonly conversation: ConversationRow;
  /** The newest reception of the conversation. */
  readonly newest: ReceptionRow;
  /** Whether it is the one that is named. */
  readonly isNewest: boolean;
}

/** A reception and its conversation, which is held; null where there is none. */
export const lockReception = async (tx: Tx, receptionId: string): Promise<Held | null> => {
  const named = await findReceptionById(tx, receptionId);
  const conversation = named === null ? null : await lockConversation(tx, named.conversation_id);
  if (conversation === null) return null;
  const newest = await findReception(tx, conversation.conversation_id);
  return newest === null ? null : { conversation, newest, isNewest: newest.reception_id === receptionId };
};

/** Whether somebody else serves; what silence has ended is nobody's. */
export const isOthers = (row: ReceptionRow, staffId: string, now: Date): boolean =>
  presentReception(row.state, row.spoken_at, now) === 'serving' && row.staff_id !== staffId;

/** Why a step with a reception that is served is refused. */
export type ServedRefusal = 'notFound' | 'ended' | 'notYours';

/**
 * A reception that somebody serves, with its conversation, which is held.
 *
 * @reason notFound  there is none
 * @reason ended     it is over
 * @reason notYours  it waits for somebody to take it
 */
export const lockServed = async (
  tx: Tx,
  receptionId: string,
  now: Date,
): Promise<
  | { readonly ok: true; readonly conversation: ConversationRow; readonly reception: ReceptionRow }
  | { readonly ok: false; readonly reason: ServedRefusal }
> => {
  const found = await lockReception(tx, receptionId);
  if (found === null) return { ok: false, reason: 'notFound' };
  const { conversation, newest, isNewest } = found;
  const state = presentReception(newest.state, newest.spoken_at, now);
  if (!isNewest || state === 'ended') return { ok: false, reason: 'ended' };
  if (state !== 'serving') return { ok: false, reason: 'notYours' };
  return { ok: true, conversation, reception: newest };
};
