import type { deskChatOperations } from '@ronghui/contract';
import { presentReception, silenceMinutes } from '@ronghui/domain/chat';
import { listDocTitles } from '#features/doc/doc.reads';
import { leaveNotice } from '#features/notice/notice.steps';
import { namesOfStaff } from '#features/staff/staff.reads';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { listingOf, pageFrame } from '#kernel/listing';
import { listAnswerRatings } from './answer.sql.ts';
import { findConversation, listMessages, lockConversation, moveCursor } from './chat.sql.ts';
import { type ConversationRow, type MessageRow, messageFor } from './conversation.ts';
import { assignAfter } from './duty/assigning.ts';
import { typeOfOwnFile } from './files/chat-file.sql.ts';
import { readHistory } from './history.ts';
import { findReception, listQueue, markAnswered } from './reception.sql.ts';
import { receptionFor, standingOf, stepStored } from './receptions.ts';
import { appendMessage, noSuchFile, repeatOf, withFile } from './sending.ts';
import { hasJoined, removeColleague } from './service-desk/colleague.sql.ts';
import { wakeCustomer } from './service-desk/desk-waking.ts';
import { handHandlers } from './service-desk/hand.handlers.ts';
import { isOthers, lockReception } from './service-desk/held-reception.ts';
import { noteHandlers } from './service-desk/note.handlers.ts';
import { settingsHandlers } from './service-desk/settings.handlers.ts';

/** For how long ratings of answers count. */
const ratedDays = 90;

const queuedStates = ['waiting', 'serving', 'left'] as const;

/** The answer to a message that was left is a notice too; a visitor has the conversation alone. @source service 3.4 */
const noticeAnswer = (tx: Tx, conversation: ConversationRow): void => {
  const { tenant_id: tenantId, user_id: userId } = conversation;
  if (tenantId === null || userId === null) return;
  const words = { title: '客服已回复您的留言', text: '请到在线客服查看。' };
  leaveNotice(tx, { tenantId, userId }, { kind: 'system', ...words, place: 'chat' });
};

/** The desk's operations (service 5.1, 5.2). */
export const deskChatHandlers: HandlersFor<typeof deskChatOperations> = {
  ...noteHandlers,
  ...handHandlers,
  ...settingsHandlers,

  'ops.chat.queue': async ({ state }, { db, staffId }) => {
    const states = state === undefined ? queuedStates : [state];
    const rows = await listQueue(db, { states, minutes: silenceMinutes, staffId });
    const names = await namesOfStaff(db, [...new Set(rows.flatMap((row) => row.staff_id ?? []))]);
    const items = rows.map((row) => ({
      conversationId: row.conversation_id,
      receptionId: row.reception_id,
      state: row.state,
      version: row.version,
      tenantName: row.tenant_name,
      since: row.since.toISOString(),
      unread: row.unread,
      notes: row.notes,
      lastWords: row.last_words,
      agent: row.staff_id === null ? null : (names.get(row.staff_id) ?? ''),
      own: row.staff_id === staffId ? ('serves' as const) : row.joined ? ('joined' as const) : null,
    }));
    return { items };
  },

  'ops.chat.history': async ({ conversationId, ...asked }, context) => {
    const { db, now, staffId, fail } = context;
    if (asked.before !== undefined && asked.after !== undefined)
      return fail('invalid', wrongField('before', '不能与 after 同时填写'));
    const conversation = await findConversation(db, conversationId);
    if (conversation === null) return fail('notFound');
    const [page, standing] = await Promise.all([
      readHistory((reading) => listMessages(db, conversationId, reading), asked),
      standingOf(db, conversation, { side: 'staff', now }),
    ]);
    const isColleagues = ({ sender, author_id: authorId }: MessageRow): boolean =>
      sender === 'agent' && authorId !== staffId;
    const authors = [...new Set(page.rows.filter(isColleagues).map((row) => row.author_id))];
    const names = authors.length === 0 ? new Map<string, string>() : await namesOfStaff(db, authors);
    const messages = page.rows.map((row) => ({
      ...messageFor(row, staffId),
      ...(isColleagues(row) && { agent: names.get(row.author_id) ?? '' }),
    }));
    return { messages, hasMore: page.hasMore, ...standing };
  },

  'ops.chat.answers': async ({ days = ratedDays, ...input }, { db, ports }) => {
    const listing = listingOf(input, ports.limits);
    const part = await listAnswerRatings(db, days, listing);
    const shown = part.rows.slice(0, listing.pageSize);
    const docs = await listDocTitles(
      db,
      shown.map(({ slug }) => slug),
    );
    const titles = new Map(docs.map(({ slug, title }) => [slug, title]));
    const items = shown.map(({ slug, helpful, not_helpful: notHelpful }) => ({
      slug,
      title: titles.get(slug) ?? '',
      helpful,
      notHelpful,
    }));
    const { nextCursor: _, ...frame } = pageFrame(listing, part, () => ({ at: new Date(0), key: '' }));
    return { items, ...frame };
  },

  'ops.chat.take': async ({ receptionId }, context) => {
    const { staffId, now, fail } = context;
    const outcome = await context.transact(async (tx) => {
      const found = await lockReception(tx, receptionId);
      if (found === null) return { ok: false, reason: 'notFound' } as const;
      const { conversation, newest, isNewest } = found;
      if (!isNewest) return { ok: false, reason: 'ended' } as const;
      if (isOthers(newest, staffId, now)) return { ok: false, reason: 'notYours' } as const;
      const isMine = presentReception(newest.state, newest.spoken_at, now) === 'serving';
      if (isMine) return { ok: true, row: newest, conversation } as const;
      const taken = await stepStored(tx, conversation, { action: 'take', now, by: 'staff', change: { staffId } });
      // Who joined before it was given back has it now.
      await removeColleague(tx, receptionId, staffId);
      return taken.ok ? ({ ...taken, conversation } as const) : ({ ok: false, reason: 'ended' } as const);
    });
    if (!outcome.ok) return fail(outcome.reason);
    wakeCustomer(context, outcome.conversation);
    return { reception: await receptionFor(context.db, outcome.row, now) };
  },

  'ops.chat.send': async ({ conversationId, clientId, content, fileId }, context) => {
    const { staffId, now, fail } = context;
    if ((content === undefined) === (fileId === undefined))
      return fail('invalid', wrongField('content', '请输入内容，或添加一个文件'));
    const outcome = await context.transact(async (tx) => {
      const conversation = await lockConversation(tx, conversationId);
      if (conversation === null) return { ok: false, reason: 'notFound' } as const;
      const type =
        fileId === undefined ? 'text' : await typeOfOwnFile(tx, { conversationId, fileId, authorId: staffId });
      if (type === null) return noSuchFile;
      const sending = { authorId: staffId, clientId, type, content: content ?? '', fileId } as const;
      const [repeat, last] = await Promise.all([
        repeatOf(tx, conversationId, sending),
        findReception(tx, conversationId),
      ]);
      if (repeat !== null) return repeat.ok ? ({ ...repeat, conversation } as const) : repeat;
      const state = last === null ? 'ended' : presentReception(last.state, last.spoken_at, now);
      if (last === null || state === 'ended') return { ok: false, reason: 'ended' } as const;
      // The answer to a message that was left opens its reception.
      const opened =
        state === 'left'
          ? await stepStored(tx, conversation, { action: 'take', now, by: 'staff', change: { staffId } })
          : null;
      if (state !== 'serving' && opened?.ok !== true) return { ok: false, reason: 'notYours' } as const;
      const serves = opened !== null || last.staff_id === staffId || (await hasJoined(tx, last.reception_id, staffId));
      if (!serves) return { ok: false, reason: 'notYours' } as const;
      const filed = await withFile(tx, conversation, sending);
      if (!filed.ok) return filed;
      if (last.left_at !== null) noticeAnswer(tx, conversation);
      markAnswered(tx, last.reception_id);
      const version = opened?.ok === true ? opened.row.version : conversation.reception_version;
      const sent = await appendMessage(tx, conversation, { ...filed.sending, sender: 'agent', version });
      return { ...sent, conversation };
    });
    if (!outcome.ok) return fail(outcome);
    wakeCustomer(context, outcome.conversation);
    return { conversationId, seq: outcome.seq, at: outcome.at.toISOString() };
  },

  'ops.chat.read': async ({ conversationId, seq }, context) => {
    const outcome = await context.transact(async (tx) => {
      const conversation = await findConversation(tx, conversationId);
      if (conversation === null) return null;
      return { conversation, moved: await moveCursor(tx, conversationId, { side: 'staff', seq }) };
    });
    if (outcome === null) return context.fail('notFound');
    if (outcome.moved) wakeCustomer(context, outcome.conversation);
    return {};
  },

  'ops.chat.end': async ({ receptionId, category, summary }, context) => {
    const { staffId, now, fail } = context;
    const outcome = await context.transact(async (tx) => {
      const found = await lockReception(tx, receptionId);
      if (found === null) return { ok: false, reason: 'notFound' } as const;
      const { conversation, newest, isNewest } = found;
      if (!isNewest) return { ok: false, reason: 'ended' } as const;
      if (isOthers(newest, staffId, now)) return { ok: false, reason: 'notYours' } as const;
      const change = { category, summary };
      const ended = await stepStored(tx, conversation, { action: 'end', now, by: 'staff', change });
      return ended.ok ? ({ ...ended, conversation } as const) : ({ ok: false, reason: 'ended' } as const);
    });
    if (!outcome.ok) return fail(outcome.reason);
    wakeCustomer(context, outcome.conversation);
    // Who ended it has room for the next.
    await assignAfter(context);
    return { reception: await receptionFor(context.db, outcome.row, now) };
  },
};
