import type { deskChatOperations } from '@ronghui/contract';
import { namesOfStaff } from '#features/staff/staff.reads';
import type { HandlersFor } from '#kernel/calls/context';
import { findConversation, lockConversation } from '../chat.sql.ts';
import { wakeDesk } from './desk-waking.ts';
import { findNoted, insertNote, listNotes } from './note.sql.ts';

/** How many are answered at once. */
const atOnce = 200;

type NoteOperations = Pick<typeof deskChatOperations, 'ops.chat.notes' | 'ops.chat.note'>;

/** What colleagues write beside a conversation, and its customer never reads. @source service 1.3 */
export const noteHandlers: HandlersFor<NoteOperations> = {
  'ops.chat.notes': async ({ conversationId, fromSeq = 0 }, { db, fail }) => {
    if ((await findConversation(db, conversationId)) === null) return fail('notFound');
    const rows = await listNotes(db, conversationId, { fromSeq, limit: atOnce });
    const shown = rows.slice(-atOnce);
    const people = shown.flatMap((row) => [row.staff_id, ...(row.to_staff_id === null ? [] : [row.to_staff_id])]);
    const names = await namesOfStaff(db, [...new Set(people)]);
    const notes = shown.map((row) => ({
      noteNo: row.note_no,
      afterSeq: row.after_seq,
      kind: row.kind,
      content: row.content,
      author: names.get(row.staff_id) ?? '',
      ...(row.to_staff_id !== null && { to: names.get(row.to_staff_id) ?? '' }),
      at: row.at.toISOString(),
    }));
    return { notes, hasMore: rows.length > atOnce };
  },

  // A customer's stream has nothing of it.
  'ops.chat.note': async ({ conversationId, clientId, content }, context) => {
    const { staffId, transact, fail } = context;
    const outcome = await transact(async (tx) => {
      const conversation = await lockConversation(tx, conversationId);
      if (conversation === null) return { ok: false, reason: 'notFound' } as const;
      const first = await findNoted(tx, conversationId, { staffId, clientId });
      if (first !== null)
        return first.content === content
          ? ({ ok: true, row: first } as const)
          : ({ ok: false, reason: 'taken' } as const);
      const note = {
        afterSeq: conversation.last_seq,
        kind: 'note',
        toStaffId: null,
        staffId,
        clientId,
        content,
      } as const;
      return { ok: true, row: await insertNote(tx, conversationId, note) } as const;
    });
    if (!outcome.ok) return fail(outcome.reason);
    wakeDesk(context);
    return { noteNo: outcome.row.note_no, at: outcome.row.at.toISOString() };
  },
};
