import { keysOfStaff, type Output } from '@ronghui/contract';
import type { BillDirection } from '@ronghui/domain/bill';
import { placeName } from '@ronghui/domain/company/division';
import { maskAddress } from '@ronghui/domain/identity/address';
import { maskEmail } from '@ronghui/domain/identity/email';
import { maskName } from '@ronghui/domain/identity/resident-id';
import { addSums } from '@ronghui/domain/money';
import { countConsents, listRecentConsents } from '#features/authorization/authorization.reads';
import { type BillGroup, groupBills, listRecentBills } from '#features/bill/bill.reads';
import { findCertification } from '#features/certification/certification.reads';
import { countAwaited, listAwaited } from '#features/feedback/feedback.reads';
import { listRecentInvoices } from '#features/invoice/invoice.reads';
import { listLeadsOf } from '#features/lead/lead.reads';
import { listRecentOrders } from '#features/order/order.reads';
import type { OpsContext } from '#kernel/calls/context';
import { listMemberRecords, type MemberRecord } from '../customer.sql.ts';
import {
  type HistoryRecord,
  type LoginRecord,
  listMemberLogins,
  listTenantHistory,
  type TenantRecord,
} from './tenant-detail.sql.ts';
import { listTenantNotes } from './tenant-note.sql.ts';

type Detail = Output<'ops.tenant.detail'>;

/** How many rows of each kind the page shows. */
const newest = 5;
const [loginsAtMost, historyAtMost, notesAtMost] = [10, 20, 20];
/** One span for all bills: the page asks for sums alone. */
const bounds = { months: [new Date(0)], days: ['2000-01-01'] };

const memberOf = (row: MemberRecord): Detail['members'][number] => ({
  userId: row.user_id,
  name: maskName(row.name),
  mobileMasked: row.mobile_masked,
  role: row.role,
  status: row.status,
  joinedAt: row.joined_at.toISOString(),
  sentOn: [...row.sent_on],
});

const loginOf = (row: LoginRecord): Detail['logins'][number] => ({
  loginId: row.login_id,
  at: row.created_at.toISOString(),
  method: row.method,
  result: row.result,
  device: row.device,
  address: maskAddress(row.address),
  isKnownDevice: row.known_device,
  userId: row.user_id,
  userName: maskName(row.name),
  mobileMasked: row.mobile_masked,
});

/** A name in a history: a person's is masked, a masked mobile stays as it is. */
const labelOf = (name: string): string => (name.includes('*') ? name : maskName(name));

const staffNames: ReadonlySet<string> = new Set(['平台运营', '系统']);

const eventOf = (row: HistoryRecord): Detail['history'][number] => ({
  at: row.at.toISOString(),
  kind: row.kind,
  by: staffNames.has(row.by_name) ? row.by_name : labelOf(row.by_name),
  ...(row.of_name === null ? {} : { of: labelOf(row.of_name) }),
  ...(row.from_role === null ? {} : { fromRole: row.from_role }),
  ...(row.to_role === null ? {} : { toRole: row.to_role }),
  ...(row.submission_no === null ? {} : { submissionNo: row.submission_no }),
});

const certificationPart = async ({ db }: OpsContext, tenantId: string): Promise<Detail['certification']> => {
  const row = await findCertification(db, tenantId);
  const timeOf = (at: Date | null | undefined) => at?.toISOString();
  const [submittedAt, reviewedAt] = [timeOf(row?.submitted_at), timeOf(row?.reviewed_at)];
  const [sentAt, by] = [timeOf(row?.transfer_sent_at), timeOf(row?.transfer_by)];
  return {
    submissionNo: row?.submission_no ?? null,
    ...(submittedAt === undefined ? {} : { submittedAt }),
    ...(reviewedAt === undefined ? {} : { reviewedAt }),
    isInForce: (row?.certified_no ?? null) !== null,
    transfer:
      row?.status !== 'pendingTransfer'
        ? null
        : {
            ...(sentAt === undefined ? {} : { sentAt }),
            ...(by === undefined ? {} : { by }),
            triesLeft: row.tries_left ?? 0,
          },
  };
};

const sideOf = (groups: readonly BillGroup[], direction: BillDirection) => {
  const own = groups.filter((group) => group.direction === direction);
  const countOf = (some: readonly BillGroup[]) => some.reduce((sum, { count }) => sum + count, 0);
  return {
    count: countOf(own),
    amount: addSums(own.map(({ amount }) => amount)),
    paidAmount: addSums(own.map(({ paid }) => paid)),
    toConfirm: countOf(own.filter(({ status }) => status === 'pending')),
    disputed: countOf(own.filter(({ status }) => status === 'disputed')),
  };
};

const billPart = async ({ db }: OpsContext, tenantId: string): Promise<NonNullable<Detail['bills']>> => {
  const [groups, recent] = await Promise.all([groupBills(db, tenantId, bounds), listRecentBills(db, tenantId, newest)]);
  return {
    payable: sideOf(groups, 'payable'),
    receivable: sideOf(groups, 'receivable'),
    recent: recent.map(({ billNo, direction, stageName, productName, amount, status, issuedAt }) => ({
      billNo,
      direction,
      stageName,
      productName,
      amount,
      status,
      issuedAt,
    })),
  };
};

const feedbackPart = async ({ db }: OpsContext, tenantId: string): Promise<NonNullable<Detail['feedback']>> => {
  const [{ open }, recent] = await Promise.all([countAwaited(db, tenantId), listAwaited(db, tenantId, newest)]);
  return { open, recent: [...recent] };
};

const consentPart = async ({ db, now }: OpsContext, tenantId: string): Promise<Detail['consents']> => {
  const [inForce, recent] = await Promise.all([
    countConsents(db, tenantId, { status: 'active' }),
    listRecentConsents(db, tenantId, { limit: newest, now }),
  ]);
  return {
    inForce,
    recent: recent.map(({ recordId, agreementId, title, orgName, grantedAt, status }) => ({
      recordId,
      agreementId,
      title,
      ...(orgName === undefined ? {} : { orgName }),
      grantedAt,
      isInForce: status === 'active',
    })),
  };
};

/** The parts that have keys of their own, for those who hold them. */
const keyedParts = async (
  context: OpsContext,
  tenantId: string,
): Promise<Pick<Detail, 'orders' | 'bills' | 'feedback' | 'invoices'>> => {
  const { db, now } = context;
  const held = keysOfStaff(context.roles);
  const [orders, bills, invoices, feedback] = await Promise.all([
    held.has('ops.order.read') ? listRecentOrders(db, tenantId, { limit: newest, now }) : undefined,
    held.has('ops.billing.read') ? billPart(context, tenantId) : undefined,
    held.has('ops.billing.read') ? listRecentInvoices(db, tenantId, newest) : undefined,
    held.has('ops.feedback.read') ? feedbackPart(context, tenantId) : undefined,
  ]);
  return {
    ...(orders && {
      orders: orders.map(({ orderNo, productName, skuName, totalAmount, status, createdAt }) => ({
        orderNo,
        productName,
        skuName,
        totalAmount,
        status,
        createdAt,
      })),
    }),
    ...(bills && { bills }),
    ...(invoices && { invoices: [...invoices] }),
    ...(feedback && { feedback }),
  };
};

const recordOf = (row: TenantRecord) => ({
  tenantId: row.tenant_id,
  name: row.name,
  ...(row.uscc === null ? {} : { uscc: row.uscc }),
  ...(row.industry === null ? {} : { industry: row.industry }),
  place: placeName(row.province_code, row.city_code),
  ...(row.address === null ? {} : { address: row.address }),
  contactName: maskName(row.contact_name ?? ''),
  contactEmailMasked: row.contact_email === null ? '' : maskEmail(row.contact_email),
  secondApprover: row.second_approver,
  // The check constraint allows the domain's words only.
  certificationStatus: row.certification_status as Detail['certificationStatus'],
  createdAt: row.created_at.toISOString(),
  memberCount: row.member_count,
});

/** Everything about a merchant: its record, and the newest few of what it has. @source R11.4 */
export const tenantDetailOf = async (context: OpsContext, row: TenantRecord): Promise<Detail> => {
  const { db } = context;
  const tenantId = row.tenant_id;
  const [certification, members, parts, consents, logins, leads, notes, history] = await Promise.all([
    certificationPart(context, tenantId),
    listMemberRecords(db, tenantId),
    keyedParts(context, tenantId),
    consentPart(context, tenantId),
    listMemberLogins(db, tenantId, loginsAtMost),
    listLeadsOf(db, tenantId, newest),
    listTenantNotes(db, tenantId, notesAtMost),
    listTenantHistory(db, tenantId, historyAtMost),
  ]);
  return {
    ...recordOf(row),
    certification,
    members: members.map(memberOf),
    ...parts,
    consents,
    logins: logins.map(loginOf),
    leads,
    notes,
    history: history.map(eventOf),
  };
};
