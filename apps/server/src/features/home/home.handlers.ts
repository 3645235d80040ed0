import { authMap, type homeOperations, type Output } from '@ronghui/contract';
import { listStaleAgreements } from '#features/authorization/stale-agreement.sql';
import { countOrdersByStatus, type DueOrder, listDueOrders, summaryReach } from '#features/order/order-summary.sql';
import { listInvitationsOf } from '#features/tenant/invitation.sql';
import { findTenant } from '#features/tenant/tenant.sql';
import type { HandlersFor, MerchantContext } from '#kernel/context';

type Summary = Output<'home.summary'>;
type Todo = Summary['todos'][number];
type AuthMap = ReturnType<typeof authMap>;

/** Orders that the first page tells of. */
const shownStatuses = ['pendingReview', 'pendingPayment', 'pendingActivation', 'active'] as const;
/** Days ahead of which the end of a term is a to-do. @source R4.8 */
const renewalDays = 30;
const dueOrders = 20;

/** What a certification asks of those who may submit it. */
const certificationTodos: Readonly<Partial<Record<string, Pick<Todo, 'kind' | 'title'>>>> = {
  none: { kind: 'certify', title: '完成企业认证，开通全部功能' },
  rejected: { kind: 'correctCertification', title: '企业认证未通过，请修改后重新提交' },
  pendingTransfer: { kind: 'verifyTransfer', title: '请查收打款并填写到账金额，完成企业认证' },
};

const invitationTodos = async ({ transactAsService, userId }: MerchantContext): Promise<Todo[]> =>
  (await transactAsService((tx) => listInvitationsOf(tx, userId))).map((row) => ({
    kind: 'invitation',
    id: row.invitation_id,
    title: `${row.invited_by || row.invited_by_mobile} 邀请您加入 ${row.tenant_name || '一个商户'}`,
    dueAt: row.expires_at.toISOString(),
  }));

const waitsFor = ({ status, lacks_consent }: DueOrder): string => {
  if (status === 'active') return '即将到期';
  return lacks_consent ? '的授权已失效，请重新授权或取消订单' : '等待付款';
};

const orderTodos = async ({ db, tenantId }: MerchantContext, holds: AuthMap): Promise<Todo[]> => {
  if (!holds['order.write']) return [];
  const rows = await listDueOrders(db, tenantId, { days: renewalDays, limit: dueOrders });
  return rows.map((row) => ({
    kind: row.status === 'active' ? 'renewOrder' : 'payOrder',
    id: row.order_no,
    title: `${row.product_name} ${waitsFor(row)}`,
    dueAt: row.due_at.toISOString(),
  }));
};

const orderFigures = async ({ db, tenantId }: MerchantContext, holds: AuthMap): Promise<Pick<Summary, 'orders'>> =>
  holds['order.read']
    ? { orders: { byStatus: await countOrdersByStatus(db, tenantId, shownStatuses), reach: summaryReach } }
    : {};

/** Texts of registration that the user has to read again; they agreed as a person, in whichever of their tenants. @source R10.6 */
const staleAgreements = async ({
  transactAsService,
  userId,
}: MerchantContext): Promise<Pick<Summary, 'staleAgreements'>> => {
  const stale = await transactAsService((tx) => listStaleAgreements(tx, userId));
  return stale.length === 0 ? {} : { staleAgreements: [...stale] };
};

/** Those with a date by their date; then what can be done at any time. */
const byDate = (one: Todo, other: Todo): number => (one.dueAt ?? '9').localeCompare(other.dueAt ?? '9');

/** The first page of the merchant area (R10.1). */
export const homeHandlers: HandlersFor<typeof homeOperations> = {
  'home.summary': async (_input, context) => {
    const holds = authMap(context.role);
    const [tenant, orders, stale, ...todos] = await Promise.all([
      findTenant(context.db, context.tenantId),
      orderFigures(context, holds),
      staleAgreements(context),
      invitationTodos(context),
      orderTodos(context, holds),
    ]);
    // The check constraint holds the contract's words.
    const status = (tenant?.certification_status ?? 'none') as Summary['certification']['status'];
    const certify = holds['certification.write'] ? certificationTodos[status] : undefined;
    return {
      ...orders,
      certification: { status },
      ...stale,
      todos: [
        ...todos.flat().toSorted(byDate),
        ...(certify === undefined ? [] : [{ ...certify, id: null, dueAt: null }]),
      ],
    };
  },
};
