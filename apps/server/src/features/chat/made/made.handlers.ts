import type { chatOperations } from '@ronghui/contract';
import { maskMobile } from '@ronghui/domain/identity/mobile';
import { leadSourceNames } from '@ronghui/domain/lead';
import { findContact } from '#features/account/account.reads';
import { addTenantNote } from '#features/customer/customer.steps';
import { noteLead } from '#features/lead/lead.steps';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor, OpsContext } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { lockConversation } from '../chat.sql.ts';
import type { ConversationRow } from '../conversation.ts';
import { findCustomerOf } from '../service-desk/customer-card.sql.ts';
import { wakeDesk } from '../service-desk/desk-waking.ts';
import { insertNote } from '../service-desk/note.sql.ts';

/** Notes beside a conversation, whose row is held, what was made of it; `made` is its number. @source service 5.4 */
const noteMade = async (
  tx: Tx,
  conversation: ConversationRow,
  { staffId, made, content }: { readonly staffId: string; readonly made: string; readonly content: string },
): Promise<void> => {
  const note = { kind: 'note', toStaffId: null, clientId: `made-${made}`, staffId, content } as const;
  await insertNote(tx, conversation.conversation_id, { ...note, afterSeq: conversation.last_seq });
};

/** What is known of whom a conversation is with: of a visitor nothing. */
const knownOf = async (
  tx: Tx,
  { vault }: Pick<OpsContext['ports'], 'vault'>,
  { conversation_id: conversationId, user_id: userId }: ConversationRow,
): Promise<{ readonly name?: string; readonly company?: string; readonly mobile?: string }> => {
  const [customer, contact] = await Promise.all([
    findCustomerOf(tx, conversationId),
    userId === null ? undefined : findContact(tx, userId),
  ]);
  const company = customer?.tenant_name ?? '';
  return {
    // A user without a name is called by that of the merchant.
    ...(contact && {
      name: (contact.name || company || '用户').slice(0, 40),
      mobile: vault.open(contact.mobileSealed),
    }),
    ...(company !== '' && { company }),
  };
};

/** What the desk makes of a conversation. @source service 5.4 */
export const madeHandlers: HandlersFor<Pick<typeof chatOperations, 'ops.chat.makeLead' | 'ops.chat.noteTenant'>> = {
  'ops.chat.makeLead': async ({ conversationId, topic, content, name, company, mobile, ...rest }, context) => {
    allTaken(rest);
    const { staffId, ports, fail, audit } = context;
    return context.transact(async (tx) => {
      const conversation = await lockConversation(tx, conversationId);
      if (conversation === null) return fail('notFound');
      const known = await knownOf(tx, ports, conversation);
      const called = name ?? known.name;
      const reached = mobile ?? known.mobile;
      if (called === undefined) return fail('invalid', wrongField('name', '没有留下姓名，请填写'));
      if (reached === undefined) return fail('invalid', wrongField('mobile', '没有留下手机号，请填写'));
      const person = { name: called, mobile: reached, company: company ?? known.company ?? null };
      const ticketNo = await noteLead(tx, { ...person, topic, content, userId: conversation.user_id }, context);
      await noteMade(tx, conversation, {
        staffId,
        made: ticketNo,
        content: `已记为线索 ${ticketNo}（${leadSourceNames[topic]}）`,
      });
      audit({ object: ticketNo, after: { conversationId, kind: 'contact', mobile: maskMobile(reached) } });
      wakeDesk(context);
      return { ticketNo };
    });
  },
  'ops.chat.noteTenant': async ({ conversationId, content, ...rest }, context) => {
    allTaken(rest);
    const { staffId, ports, fail, audit } = context;
    return context.transact(async (tx) => {
      const conversation = await lockConversation(tx, conversationId);
      if (conversation === null || conversation.tenant_id === null) return fail('notFound');
      const { tenant_id: tenantId } = conversation;
      const noteId = ports.ids.id();
      addTenantNote(tx, { tenantId, noteId, content, staffId, conversationId });
      await noteMade(tx, conversation, { staffId, made: noteId, content: `已写商户备注：${content}`.slice(0, 2000) });
      audit({ object: tenantId, after: { conversationId, noteId } });
      wakeDesk(context);
      return {};
    });
  },
};
