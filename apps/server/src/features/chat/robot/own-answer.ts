import { type AuthKey, keysOfRole } from '@ronghui/contract';
import { type OwnMatter, ownMatterNames, ownMatterOf } from '@ronghui/domain/chat/own-matter';
import { listDueBills } from '#features/bill/bill.reads';
import { listRecentInvoices } from '#features/invoice/invoice.reads';
import { listOpenOrders } from '#features/order/order.reads';
import type { VisitorContext } from '#kernel/calls/context';
import type { Db } from '#kernel/database/db';
import type { Outgoing } from '../sending.ts';

type OwnAnswer = Pick<Outgoing, 'type' | 'content' | 'card'>;

/** Of each matter the key of its pages, the record that is asked for most, and the words that go with it: no figure is in them, the card leads to what holds when it is read. */
const matters: Readonly<
  Record<
    OwnMatter,
    {
      readonly key: AuthKey;
      readonly words: string;
      readonly none: string;
      readonly find: (db: Db, tenantId: string) => Promise<string | undefined>;
    }
  >
> = {
  bill: {
    key: 'bill.read',
    words: '这是您最先到期的一张未结清账单，点“查看账单”看金额、状态和到期日。',
    none: '您现在没有未结清的账单。',
    // Only what the merchant has to pay.
    find: async (db, tenantId) =>
      (await listDueBills(db, tenantId, 50)).find(({ direction }) => direction === 'payable')?.billNo,
  },
  order: {
    key: 'order.read',
    words: '这是您最近一笔未完成的订单，点“查看订单”看状态和下一步。',
    none: '您现在没有未完成的订单。',
    find: async (db, tenantId) => (await listOpenOrders(db, tenantId, 1))[0]?.orderNo,
  },
  invoice: {
    key: 'invoice.read',
    words: '这是您最近一次的开票申请，点“查看发票”看进度。',
    none: '您还没有申请过发票。',
    find: async (db, tenantId) => (await listRecentInvoices(db, tenantId, 1))[0]?.invoiceNo,
  },
};

/**
 * What the robot answers to a merchant who asks for a record of their own: the record as a card, with the reader's own rights. Null for a visitor and for
 * another question.
 *
 * @source service 4.1
 */
export const findOwnAnswer = async (
  { db, session }: Pick<VisitorContext, 'db' | 'session'>,
  text: string,
): Promise<OwnAnswer | null> => {
  const matter = session.kind === 'merchant' ? ownMatterOf(text) : null;
  if (matter === null || session.kind !== 'merchant') return null;
  const { key, words, none, find } = matters[matter];
  if (!keysOfRole(session.role).includes(key))
    return { type: 'text', content: `您的角色不能查看${ownMatterNames[matter]}，请联系企业的管理员。` };
  const id = await find(db, session.tenantId);
  return id === undefined
    ? { type: 'text', content: none }
    : { type: 'custom', content: words, card: { kind: matter, id } };
};
