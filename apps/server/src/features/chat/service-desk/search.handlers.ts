import type { chatOperations } from '@ronghui/contract';
import { rangeEnd, rangeStart } from '@ronghui/domain/day-range';
import { namesOfStaff } from '#features/staff/staff.reads';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import { type FoundPlace, type FoundRow, findMessages } from './search.sql.ts';

/** How many are answered at once. */
const atOnce = 30;

const cursorOf = ({ conversation_id: id, seq }: FoundRow): string => Buffer.from(`${seq}~${id}`).toString('base64url');

/** The place of a cursor; null for what is none. */
const placeOf = (cursor: string): FoundPlace | null => {
  const [, seq, conversationId] =
    /^(\d{1,10})~([A-Za-z0-9_-]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const isPlace = conversationId !== undefined && Number(seq) <= 2_147_483_647;
  return isPlace ? { conversationId, seq: Number(seq) } : null;
};

const noTime = (path: string) => wrongField(path, '请填写有效的日期');

/** Looks through everything that was written. @source service 5.5 */
export const searchHandlers: HandlersFor<Pick<typeof chatOperations, 'ops.chat.search'>> = {
  'ops.chat.search': async ({ words, tenantId, staffId, from, to, cursor }, { db, fail }) => {
    const start = from === undefined ? undefined : rangeStart(from);
    const before = to === undefined ? undefined : rangeEnd(to);
    const after = cursor === undefined ? undefined : placeOf(cursor);
    if (start === null) return fail('invalid', noTime('from'));
    if (before === null) return fail('invalid', noTime('to'));
    if (after === null) return fail('invalid', wrongField('cursor', '请从第一页重新查找'));
    const filter = { words, tenantId, staffId, from: start, before };
    const rows = await findMessages(db, filter, { after: after ?? null, limit: atOnce });
    const part = rows.slice(0, atOnce);
    const shown = part.filter(({ recalled }) => !recalled);
    const agents = shown.filter(({ sender }) => sender === 'agent');
    const names = await namesOfStaff(db, [...new Set(agents.map((row) => row.author_id))]);
    const last = rows.length > atOnce ? part.at(-1) : undefined;
    return {
      items: shown.map((row) => ({
        conversationId: row.conversation_id,
        seq: row.seq,
        at: row.at.toISOString(),
        sender: row.sender,
        ...(row.sender === 'agent' && { agent: names.get(row.author_id) ?? '' }),
        tenantName: row.tenant_name,
        content: row.content,
      })),
      nextCursor: last === undefined ? null : cursorOf(last),
    };
  },
};
