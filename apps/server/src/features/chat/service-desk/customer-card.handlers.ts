import { type chatOperations, keysOfStaff, type Output } from '@ronghui/contract';
import { presentReception } from '@ronghui/domain/chat';
import { maskName } from '@ronghui/domain/identity/resident-id';
import { listDueBills } from '#features/bill/bill.reads';
import { countAwaited, listAwaited } from '#features/feedback/feedback.reads';
import { listOpenOrders } from '#features/order/order.reads';
import { namesOfStaff } from '#features/staff/staff.reads';
import type { HandlersFor, OpsContext } from '#kernel/calls/context';
import { type CustomerRow, findCustomerOf, listPastReceptions } from './customer-card.sql.ts';

type Card = Output<'ops.chat.customer'>;

/** How many rows of each kind are shown. */
const few = 5;

const receptionsOf = async ({ db, now }: OpsContext, conversationId: string): Promise<Card['receptions']> => {
  const rows = await listPastReceptions(db, conversationId, few);
  const names = await namesOfStaff(db, [...new Set(rows.flatMap((row) => row.staff_id ?? []))]);
  return rows.map((row) => ({
    receptionId: row.reception_id,
    state: presentReception(row.state, row.spoken_at, now),
    openedAt: row.opened_at.toISOString(),
    ...(row.ended_at !== null && { endedAt: row.ended_at.toISOString() }),
    ...(row.staff_id !== null && { agent: names.get(row.staff_id) ?? '' }),
    ...(row.category !== null && { category: row.category }),
    ...(row.summary !== null && { summary: row.summary }),
    ...(row.stars !== null && { stars: row.stars }),
  }));
};

/** What a merchant has that is not finished, for those who hold the keys of its pages. */
const businessOf = async (
  { db, roles }: OpsContext,
  tenantId: string,
): Promise<Pick<Card, 'orders' | 'bills' | 'feedback'>> => {
  const held = keysOfStaff(roles);
  const [orders, bills, feedback] = await Promise.all([
    held.has('ops.order.read') ? listOpenOrders(db, tenantId, few) : undefined,
    held.has('ops.billing.read') ? listDueBills(db, tenantId, few) : undefined,
    held.has('ops.feedback.read')
      ? Promise.all([countAwaited(db, tenantId), listAwaited(db, tenantId, few)])
      : undefined,
  ]);
  return {
    ...(orders && { orders: [...orders] }),
    ...(bills && { bills: [...bills] }),
    ...(feedback && {
      feedback: {
        open: feedback[0].open,
        recent: feedback[1].map(({ feedbackNo, billNo, late }) => ({ feedbackNo, billNo, late })),
      },
    }),
  };
};

const personOf = ({ roles }: OpsContext, row: CustomerRow): Pick<Card, 'user'> =>
  row.user_id === null || !keysOfStaff(roles).has('ops.customer.read')
    ? {}
    : {
        user: {
          userId: row.user_id,
          name: maskName(row.user_name ?? ''),
          mobileMasked: row.mobile_masked ?? '',
        },
      };

/** Whom the desk speaks with: one bounded read beside the conversation. @source service 5.1, service 5.6 */
export const customerCardHandlers: HandlersFor<Pick<typeof chatOperations, 'ops.chat.customer'>> = {
  'ops.chat.customer': async ({ conversationId }, context) => {
    const row = await findCustomerOf(context.db, conversationId);
    if (row === null) return context.fail('notFound');
    const { tenant_id: tenantId, tenant_name: name, certification_status: certificationStatus } = row;
    const [receptions, business] = await Promise.all([
      receptionsOf(context, conversationId),
      tenantId === null ? {} : businessOf(context, tenantId),
    ]);
    return {
      tenant:
        tenantId === null || certificationStatus === null ? null : { tenantId, name: name ?? '', certificationStatus },
      ...personOf(context, row),
      since: row.created_at.toISOString(),
      ...business,
      receptions,
    };
  },
};
