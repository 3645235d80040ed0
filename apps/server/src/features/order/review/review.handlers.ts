import type { ErrorsOf, Fail, orderReviewOperations } from '@ronghui/contract';
import { actionsOn, statusAt } from '@ronghui/domain/order';
import { findFile } from '#features/file/file.reads';
import { openStored } from '#features/file/file.steps';
import { findSite } from '#features/site/site.reads';
import { nameOfStaff } from '#features/staff/staff.reads';
import { countDocumentLook } from '#kernel/calls/admission/count-look';
import { allTaken } from '#kernel/calls/all-taken';
import { rangeOf } from '#kernel/calls/asked-range';
import type { HandlersFor, OpsContext } from '#kernel/calls/context';
import { noteOpen } from '#kernel/calls/presence';
import { wrongField } from '#kernel/calls/wrong-field';
import { listingOf, pageFrame } from '#kernel/listing';
import { type AskedReview, type RefundListener, type ReviewResult, takeReviewStep } from '../order.review.ts';
import { findOrder } from '../order-detail.sql.ts';
import { detailOf, orderOf } from '../order-record.ts';
import { findOwner, isOfVoucher, listReviewed, listStepAuthors, ownerOf, type ReviewedRow } from './review.sql.ts';

type Operations = typeof orderReviewOperations;
type Refused = Extract<ReviewResult, { readonly ok: false }>['reason'];

/** Takes a step in one transaction against the version that was seen; `refuse` ends the call with the operation's own error. */
const take = (context: OpsContext, asked: AskedReview, refuse: (reason: Refused) => never) =>
  context.transact(async (tx) => {
    const result = await takeReviewStep(tx, context.ports, context.author, asked);
    return result.ok ? { status: result.status, version: result.version } : refuse(result.reason);
  });

interface ReasonedContext extends OpsContext {
  readonly fail: Fail<ErrorsOf<Operations['ops.order.reject']>>;
}

/** A step with a reason for the merchant. */
const takeReasoned = (context: ReasonedContext, asked: AskedReview) =>
  take(context, asked, (reason) => {
    if (reason === 'reasonMissing' || reason === 'reasonTooLong')
      return context.fail('invalid', wrongField('reason', '请填写原因，商户会看到它'));
    return context.fail(reason === 'notFound' ? reason : 'changed');
  });

/** An order in the list above tenants. */
const reviewedOf = (row: ReviewedRow, now: Date) => ({
  ...orderOf(row, now),
  ...ownerOf(row),
  ...(row.taken_by === null ? {} : { takenBy: row.taken_by }),
});

/** A page of the orders of all merchants. */
const pageOfOrders: HandlersFor<Operations>['ops.order.page'] = async (asked, { db, ports, now, staffId, fail }) => {
  const { queue, taken, status, tenantId, keyword, from, to, paidFrom, paidTo, ...input } = asked;
  const days = rangeOf({ from, to });
  if (days.wrong !== undefined) return fail('invalid', days.wrong);
  const paid = rangeOf({ from: paidFrom, to: paidTo }, ['paidFrom', 'paidTo']);
  if (paid.wrong !== undefined) return fail('invalid', paid.wrong);
  const listing = listingOf(input, ports.limits);
  const part = await listReviewed(db, {
    filter: {
      queue,
      status,
      tenantId,
      keyword,
      taken: taken && { who: taken, staffId },
      days: days.range,
      paid: paid.range,
    },
    listing,
  });
  const items = part.rows.slice(0, listing.pageSize).map((row) => reviewedOf(row, now));
  return { items, ...pageFrame(listing, part, (row) => ({ at: row.created_at, key: row.order_no })) };
};

/** What the provider's staff do with orders (R4.8, R11.5): each step against the version that was seen. */
export const orderReviewHandlers = (onRefund: RefundListener): HandlersFor<Operations> => ({
  'ops.order.page': pageOfOrders,

  'ops.order.detail': async ({ orderNo }, { db, ports, fail }) => {
    const owner = await findOwner(db, orderNo);
    const [row, authors = [], site] = await Promise.all([
      owner && findOrder(db, owner.tenant_id, orderNo),
      owner && listStepAuthors(db, owner.tenant_id, orderNo),
      findSite(db),
    ]);
    if (owner === undefined || row === undefined) return fail('notFound');
    const now = ports.clock.now();
    const detail = detailOf(row, { payee: site?.payee, now });
    const hasVoucher = row.vouchers.some(({ status }) => status === 'waiting');
    // The check constraint allows the domain's words only.
    const stored = {
      status: row.status as typeof detail.status,
      payBy: row.pay_by,
      expiresAt: row.expires_at,
      hasVoucher,
    };
    const { isCertified } = ownerOf(owner);
    const state = { status: statusAt(stored, now), totalAmount: row.total_fen, isCertified, hasVoucher };
    const steps = detail.steps.map((step, at) => ({ ...step, by: authors[at] || step.by }));
    return { ...detail, ...ownerOf(owner), steps, actions: [...actionsOn(state, 'ops')] };
  },

  'ops.order.watch': async ({ orderNo }, { db, ports, staffId, now, fail }) => {
    const [row, name] = await Promise.all([findOwner(db, orderNo), nameOfStaff(db, staffId)]);
    if (row === undefined) return fail('notFound');
    const others = await noteOpen(ports.fast, { record: `order:${orderNo}`, staffId, name, nowMs: now.getTime() });
    return { version: row.version, others: [...others] };
  },

  'ops.order.review': ({ orderNo, version, ...rest }, context) => {
    allTaken(rest);
    return take(context, { action: 'approve', orderNo, version }, (reason) =>
      reason === 'notFound' || reason === 'notCertified' || reason === 'consentGone'
        ? context.fail(reason)
        : context.fail('changed'),
    );
  },

  'ops.order.open': ({ orderNo, version, ...rest }, context) => {
    allTaken(rest);
    return take(context, { action: 'activate', orderNo, version }, (reason) =>
      reason === 'notFound' || reason === 'consentGone' ? context.fail(reason) : context.fail('changed'),
    );
  },

  'ops.order.checkPayment': ({ orderNo, version, outcome, reason, ...rest }, context) => {
    allTaken(rest);
    const action = outcome === 'accept' ? 'acceptPayment' : 'sendBackPayment';
    return takeReasoned(context, { action, orderNo, version, reason });
  },

  'ops.order.reject': ({ orderNo, version, reason, ...rest }, context) => {
    allTaken(rest);
    return takeReasoned(context, { action: 'reject', orderNo, version, reason });
  },

  'ops.order.refund': ({ orderNo, version, reason, ...rest }, context) => {
    allTaken(rest);
    return takeReasoned(context, { action: 'refund', orderNo, version, reason, onRefund });
  },

  'ops.order.terminate': ({ orderNo, version, reason, ...rest }, context) => {
    allTaken(rest);
    return takeReasoned(context, { action: 'terminate', orderNo, version, reason });
  },

  'ops.order.download': async ({ orderNo, fileId }, context) => {
    const { db, fail, audit } = context;
    await countDocumentLook(context);
    const owner = await findOwner(db, orderNo);
    if (owner === undefined || !(await isOfVoucher(db, owner.tenant_id, { orderNo, fileId }))) return fail('notFound');
    const file = await findFile(db, owner.tenant_id, fileId);
    // Documents of a certification are opened by their review alone.
    if (file === undefined || file.is_restricted) return fail('notFound');
    if (file.status === 'scanning') return fail('scanning');
    const opened = await openStored(file, context);
    audit({ object: orderNo, tenantId: owner.tenant_id, after: { fileId } });
    return opened;
  },
});
