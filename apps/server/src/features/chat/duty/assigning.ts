import { awayMinutes } from '@ronghui/domain/chat/duty';
import { isServiceTime } from '@ronghui/domain/chat/hours';
import { findChatService } from '#features/site/site.reads';
import { listStaffHolding } from '#features/staff/staff.reads';
import type { VisitorContext } from '#kernel/calls/context';
import type { Db, Tx } from '#kernel/database/db';
import { lockConversation } from '../chat.sql.ts';
import { type ConversationRow, ownerOf, type ReceptionRow, topicOf } from '../conversation.ts';
import { findReception } from '../reception.sql.ts';
import { stepStored } from '../receptions.ts';
import { removeColleague } from '../service-desk/colleague.sql.ts';
import { insertNote } from '../service-desk/note.sql.ts';
import {
  findAway,
  forgetTaking,
  isRoom,
  listForsaken,
  listWaiting,
  lockNextMember,
  type Members,
  markAssigned,
} from './duty.sql.ts';

/** How many receptions are looked at in one go. */
const atOnce = 50;

/** What giving out needs: of a call, or of a job. */
export interface Assigning {
  readonly db: Db;
  readonly now: Date;
  readonly ports: Pick<VisitorContext['ports'], 'wakeUps'>;
  /** A transaction as the service, apart from what the call itself stores. */
  readonly transactAhead: VisitorContext['transactAhead'];
}

/** Gives a reception that waits to the member whose turn it is; its conversation's row is held. Null where it does not wait, or nobody has room. */
const assignStored = async (
  tx: Tx,
  conversation: ConversationRow,
  { now, staffIds, maxPerAgent }: Members & { readonly now: Date },
): Promise<ReceptionRow | null> => {
  const last = await findReception(tx, conversation.conversation_id);
  if (last?.state !== 'waiting') return null;
  const receptionId = last.reception_id;
  const staffId = await lockNextMember(tx, { receptionId, staffIds, maxPerAgent });
  // What was given to them a moment ago is counted once they are held.
  if (staffId === null || !(await markAssigned(tx, staffId, maxPerAgent))) return null;
  const step = await stepStored(tx, conversation, { action: 'take', now, by: 'staff', change: { staffId } });
  if (!step.ok) return null;
  await removeColleague(tx, receptionId, staffId);
  return step.row;
};

/**
 * Gives receptions that wait to members in turn, where that is set and within the hours: of one conversation, or those that wait longest. Its customers and
 * the desk are woken.
 *
 * @returns the last reception that was given to somebody; null where none was
 * @source service 5.3
 */
export const assignWaiting = async (assigning: Assigning, conversationId?: string): Promise<ReceptionRow | null> => {
  const { db, now, ports, transactAhead } = assigning;
  const { assignment, maxPerAgent, hours } = await findChatService(db);
  if (assignment !== 'turn' || !isServiceTime(hours, now)) return null;
  const waiting = conversationId === undefined ? await listWaiting(db, atOnce) : [conversationId];
  if (conversationId !== undefined && (await findReception(db, conversationId))?.state !== 'waiting') return null;
  if (waiting.length === 0) return null;
  const staffIds = (await listStaffHolding(db, 'ops.chat.write')).map((one) => one.staffId);
  let given: ReceptionRow | null = null;
  for (const each of waiting) {
    if (!(await isRoom(db, { staffIds, maxPerAgent }))) return given;
    const outcome = await transactAhead(async (tx) => {
      const conversation = await lockConversation(tx, each);
      const row = conversation && (await assignStored(tx, conversation, { now, staffIds, maxPerAgent }));
      return conversation === null || row === null ? null : { conversation, row };
    });
    if (outcome === null) continue;
    given = outcome.row;
    ports.wakeUps.wake(topicOf(ownerOf(outcome.conversation)));
  }
  return given;
};

/** The same after a step that is stored already: it stands whatever happens here, and the job gives out a minute later what could not be. */
export const assignAfter = async (assigning: Assigning, conversationId?: string): Promise<ReceptionRow | null> => {
  try {
    return await assignWaiting(assigning, conversationId);
  } catch {
    return null;
  }
};

/** What the desk reads beside a conversation whose member went away. */
const awayWords = `离开控制台超过 ${awayMinutes} 分钟，接待自动放回排队`;

/** Puts what members served who are away back into the queue, with a note of it. @source service 5.3 */
export const giveBackForsaken = async ({ db, now, ports, transactAhead }: Assigning): Promise<void> => {
  for (const conversationId of await listForsaken(db, atOnce)) {
    const given = await transactAhead(async (tx) => {
      const conversation = await lockConversation(tx, conversationId);
      const last = conversation === null ? null : await findReception(tx, conversationId);
      const staffId = last?.staff_id ?? null;
      // They may have come back, or somebody else may have it.
      if (conversation === null || staffId === null || !(await findAway(tx, staffId))) return null;
      const step = await stepStored(tx, conversation, {
        action: 'giveBack',
        now,
        by: 'staff',
        change: { staffId: null },
      });
      if (!step.ok) return null;
      await forgetTaking(tx, step.row.reception_id);
      const placed = { afterSeq: conversation.last_seq, clientId: null, staffId, toStaffId: null } as const;
      await insertNote(tx, conversationId, { ...placed, kind: 'giveBack', content: awayWords });
      return conversation;
    });
    if (given !== null) ports.wakeUps.wake(topicOf(ownerOf(given)));
  }
};
