import { authMap, type homeOperations, type Output } from '@ronghui/contract';
import { unreadReach } from '@ronghui/domain/notice';
import { findCertificationNow } from '#features/certification/certification.steps';
import { countUnread, listLatestNotices } from '#features/notice/notice.reads';
import {
  countOrdersByStatus,
  type DueOrder,
  findOrderDates,
  findOrderProgress,
  listDueOrders,
  listRecentOrders,
  summaryReach,
  sumOrdersToPay,
} from '#features/order/order.reads';
import { listInvitationsOf } from '#features/tenant/tenant.reads';
import type { HandlersFor, MerchantContext } from '#kernel/calls/context';
import { billTodos } from './home-bill-todos.ts';
import { billFigures, duePartsOf, findBillGroups } from './home-bills.ts';

type Summary = Output<'home.summary'>;
type Todo = Summary['todos'][number];
type AuthMap = ReturnType<typeof authMap>;

/** The statuses whose orders the first page counts. */
const shownStatuses = ['pendingReview', 'pendingPayment', 'pendingActivation', 'active'] as const;
/** How many days before its end a term becomes a to-do. @source R4.8 */
const renewalDays = 30;
const dueOrders = 20;
const [recentOrders, latestNotices] = [5, 5];

/** To-dos of a certification for those who may submit it, and of a change for those who are certified already. @source R4.11 */
const certificationTodos = {
  none: { kind: 'certify', title: '完成企业认证，开通全部功能' },
  rejected: { kind: 'correctCertification', title: '企业认证未通过，请修改后重新提交' },
  pendingTransfer: { kind: 'verifyTransfer', title: '请查收打款并填写到账金额，完成企业认证' },
} as const;
const changeTodos = {
  rejected: { kind: 'correctCertification', title: '认证变更未通过，原认证仍然有效' },
  pendingTransfer: { kind: 'verifyTransfer', title: '请查收打款并填写到账金额，完成认证变更' },
} as const;

/** The status of the certification, and its to-dos for those who may do them. */
const certificationPart = async (
  context: MerchantContext,
  holds: AuthMap,
): Promise<Pick<Summary, 'certification' | 'todos'>> => {
  const row = await findCertificationNow(context);
  const status = row?.status ?? 'none';
  const isCertified = (row?.certified_no ?? null) !== null;
  const asked: Readonly<Partial<Record<typeof status, Pick<Todo, 'kind' | 'title'>>>> = isCertified
    ? changeTodos
    : certificationTodos;
  const todo = holds['certification.write'] ? asked[status] : undefined;
  const dueAt = status === 'pendingTransfer' ? (row?.transfer_by?.toISOString() ?? null) : null;
  return {
    certification: { status, isCertified },
    todos: todo === undefined ? [] : [{ ...todo, id: null, dueAt }],
  };
};

const invitationTodos = async ({ transactAsService, userId }: MerchantContext): Promise<Todo[]> =>
  (await transactAsService((tx) => listInvitationsOf(tx, userId))).map((row) => ({
    kind: 'invitation',
    id: row.invitation_id,
    title: `${row.invited_by || row.invited_by_mobile} 邀请您加入 ${row.tenant_name || '一个商户'}`,
    dueAt: row.expires_at.toISOString(),
  }));

/** What an order waits for: the kind of its to-do, and the end of its title. */
const waitsFor = ({ status, lacks_consent, was_returned }: DueOrder): Pick<Todo, 'kind' | 'title'> => {
  if (status === 'active') return { kind: 'renewOrder', title: '即将到期' };
  if (lacks_consent) return { kind: 'payOrder', title: '的授权已失效，请重新授权或取消订单' };
  return was_returned
    ? { kind: 'resendVoucher', title: '的付款凭证被退回，请重新上传' }
    : { kind: 'payOrder', title: '的订单等待付款' };
};

const orderTodos = async ({ db, tenantId }: MerchantContext, holds: AuthMap): Promise<Todo[]> => {
  if (!holds['order.write']) return [];
  const rows = await listDueOrders(db, tenantId, { days: renewalDays, limit: dueOrders });
  return rows.map((row) => {
    const { kind, title } = waitsFor(row);
    return {
      kind,
      id: row.order_no,
      title: `${row.product_name}${title}`,
      dueAt: row.due_at.toISOString(),
      // What must not be paid now shows no amount.
      ...(row.status === 'active' || row.lacks_consent ? {} : { amount: row.total_fen }),
    };
  });
};

const orderPart = async ({ db, tenantId, now }: MerchantContext, holds: AuthMap): Promise<Pick<Summary, 'orders'>> => {
  if (!holds['order.read']) return {};
  const [byStatus, sums, dates, recent] = await Promise.all([
    countOrdersByStatus(db, tenantId, shownStatuses),
    sumOrdersToPay(db, tenantId),
    findOrderDates(db, tenantId),
    listRecentOrders(db, tenantId, { limit: recentOrders, now }),
  ]);
  const { next_pay_by: nextPayBy, next_end: nextEnd } = dates;
  return {
    orders: {
      byStatus,
      reach: summaryReach,
      ...sums,
      ...(nextPayBy === null ? {} : { nextPayBy: nextPayBy.toISOString() }),
      ...(nextEnd === null ? {} : { nextEnd: nextEnd.toISOString() }),
      recent,
    },
  };
};

/** How far a new tenant has come with its first order; null for those who may not order. */
const progressOf = ({ db, tenantId }: MerchantContext, holds: AuthMap): Promise<Summary['guide'] | null> =>
  holds['order.write'] ? findOrderProgress(db, tenantId) : Promise.resolve(null);

const noticePart = async ({ db, tenantId, userId }: MerchantContext): Promise<Pick<Summary, 'notices'>> => {
  const [unread, latest] = await Promise.all([
    countUnread(db, tenantId, userId),
    listLatestNotices(db, { tenantId, userId }, latestNotices),
  ]);
  return { notices: { unread, reach: unreadReach, latest } };
};

type Part = Pick<Summary, 'bills' | 'todos'>;
const nothing: Part = { todos: [] };

/** Bills and what they ask for; nothing before the tenant is certified. @source R4.13 */
const billPart = async (context: MerchantContext, holds: AuthMap, isCertified: boolean): Promise<Part> => {
  if (!holds['bill.read'] || !isCertified) return nothing;
  const groups = await findBillGroups(context);
  const parts = duePartsOf(groups);
  const [bills, todos] = await Promise.all([
    billFigures(context, groups, parts),
    billTodos(context, { groups, parts, holds }),
  ]);
  return { bills, todos };
};

/** Sorts to-dos with a date by their date, then those without. */
const byDate = (one: Todo, other: Todo): number => (one.dueAt ?? '9').localeCompare(other.dueAt ?? '9');

/** The first page of the merchant area (R10.1). */
export const homeHandlers: HandlersFor<typeof homeOperations> = {
  'home.summary': async (_input, context) => {
    const holds = authMap(context.role);
    const certifying = certificationPart(context, holds);
    const [orders, { certification, todos: certify }, progress, notices, { todos: billsDue, ...bills }, ...todos] =
      await Promise.all([
        orderPart(context, holds),
        certifying,
        progressOf(context, holds),
        noticePart(context),
        certifying.then(({ certification: { isCertified } }) => billPart(context, holds, isCertified)),
        invitationTodos(context),
        orderTodos(context, holds),
      ]);
    const isNew = progress && !(certification.isCertified && progress.ordered && progress.paid);
    return {
      ...orders,
      ...bills,
      certification,
      ...(isNew ? { guide: progress } : {}),
      ...notices,
      todos: [...todos, billsDue, certify].flat().toSorted(byDate),
    };
  },
};
