import type { Input, settlementOperations } from '@ronghui/contract';
import { isOverdue, openOf, presentBill } from '@ronghui/domain/bill';
import { findCertifiedAccount } from '#features/certification/certification.reads';
import { findFile, listFiles } from '#features/file/file.reads';
import { openStored } from '#features/file/file.steps';
import { keptSite } from '#features/site/site.reads';
import { nameOfStaff, namesOfStaff } from '#features/staff/staff.reads';
import { countDocumentLook } from '#kernel/calls/admission/count-look';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { noteOpen } from '#kernel/calls/presence';
import { wrongField } from '#kernel/calls/wrong-field';
import { listingOf, pageFrame } from '#kernel/listing';
import { providerName } from '../issue/issue.ts';
import { digestedBillOf } from '../record/bill-digest.sql.ts';
import { billDigest } from '../record/bill-digest.ts';
import { findBills } from '../record/bill-record.sql.ts';
import { momentOf } from '../record/bill-record.ts';
import { findBill } from '../statement/bill-detail.sql.ts';
import { statementOf } from '../statement/bill-detail.ts';
import { billFilterOf } from '../statement/bill-filter.ts';
import { findNamedBillOfLines } from '../statement/bill-line.sql.ts';
import { askedLinesOf, readBillLines } from '../statement/bill-line-part.ts';
import { paymentsOf } from '../statement/bill-payments.ts';
import { findWaitingWriteOff } from '../write-off/write-off.sql.ts';
import { findCoveringInvoice } from './payment.sql.ts';
import { returnVoucher } from './return-voucher.ts';
import { reverseBillPayment } from './reverse-payment.ts';
import { isOfBillVoucher, listToSettle, settledBillOf, settleKeyOf, sumToSettle } from './to-settle.sql.ts';

/** Nobody of the merchant reads here. */
const reader = { userId: '', canApprove: false };

type NameFields = Pick<Input<'ops.bill.lines'>, 'billNo' | 'tenantId' | 'billId'>;

/** A bill by its number, or a draft by its key; null for neither, or both. */
const namedBillOf = ({ billNo, tenantId, billId }: { readonly [Name in keyof NameFields]: string | undefined }) => {
  if (billNo !== undefined) return tenantId === undefined && billId === undefined ? { billNo } : null;
  return tenantId === undefined || billId === undefined ? null : { tenantId, billId };
};

/** What the provider's staff read to settle bills; payments are registered by `ops.bill.settle` (R4.9, R11.6). */
export const settlementHandlers: HandlersFor<typeof settlementOperations> = {
  'ops.bill.toSettle': async (input, { db, ports, staffId, fail }) => {
    const { page, pageSize, withTotal, cursor, queue = 'open', taken, ...sent } = input;
    const read = billFilterOf(sent);
    if (!read.ok) return fail('invalid', read.wrong);
    const listing = listingOf({ page, pageSize, withTotal, cursor }, ports.limits);
    const part = await listToSettle(db, {
      filter: { ...read.filter, queue, taken: taken && { who: taken, staffId } },
      listing,
    });
    const items = part.rows.slice(0, listing.pageSize).map(settledBillOf);
    return { items, ...pageFrame(listing, part, settleKeyOf(queue)) };
  },

  'ops.bill.toSettleSum': async ({ queue = 'open', taken, ...sent }, { db, staffId, fail }) => {
    const read = billFilterOf(sent);
    if (!read.ok) return fail('invalid', read.wrong);
    return sumToSettle(db, { ...read.filter, queue, taken: taken && { who: taken, staffId } });
  },

  'ops.bill.detail': async ({ billNo }, { db, ports, staffId, fail }) => {
    const record = (await findBills(db, { tenantId: null, billNos: [billNo] })).get(billNo);
    if (record === undefined) return fail('notFound');
    const { tenantId } = record;
    const [row, { settings }, ownAccount, invoiceNo, proposal] = await Promise.all([
      findBill(db, tenantId, billNo),
      keptSite(db, ports),
      findCertifiedAccount(db, tenantId),
      findCoveringInvoice(db, tenantId, billNo),
      findWaitingWriteOff(db, record),
    ]);
    if (row === undefined) return fail('notFound');
    const fileIds = row.vouchers.flatMap(({ file_ids }) => file_ids);
    const files = await listFiles(db, tenantId, fileIds);
    const now = ports.clock.now();
    // Colleagues are named to colleagues; merchants read the provider's name.
    const names = await namesOfStaff(db, [
      ...new Set([
        ...row.steps.flatMap(({ actor, by_id }) => (actor === 'ops' && by_id !== null ? [by_id] : [])),
        ...row.vouchers.flatMap(({ returned_by }) => returned_by ?? []),
        ...(proposal === undefined ? [] : [proposal.proposed_by]),
      ]),
    ]);
    const steps = row.steps.map((step) => ({ ...step, by_name: names.get(step.by_id ?? '') ?? step.by_name }));
    const statement = statementOf(
      { ...row, steps },
      {
        now,
        provider: { name: settings.payee?.name ?? settings.brand.name, account: settings.payee ?? null },
        ownAccount,
        reader,
        files: new Map(files.map(({ file_id, name }) => [file_id, name])),
        digest: billDigest(digestedBillOf(row)),
        nameOfReturner: (staff) => names.get(staff) ?? providerName,
      },
    );
    const present = presentBill(record.state, momentOf(record, now));
    const canSettle = present.status === 'confirmed' && present.approval === 'none';
    return {
      ...statement,
      settlements: paymentsOf({ steps }).settlements,
      ...(invoiceNo !== undefined && { invoiceNo }),
      // A payment that settled the bill made it void.
      ...(proposal !== undefined &&
        present.status === 'confirmed' && {
          writeOffProposal: {
            proposalNo: proposal.proposal_no,
            amount: proposal.amount_fen,
            reason: proposal.reason,
            by: names.get(proposal.proposed_by) ?? '',
            at: proposal.proposed_at.toISOString(),
            isOwn: proposal.proposed_by === staffId,
          },
        }),
      tenantId,
      tenantName: row.tenant_name,
      remainingAmount: openOf(present),
      isOverdue: isOverdue(present, record.payDays, now),
      canSettle,
      returnable: row.vouchers.flatMap(({ voucher_id, waits }) => (canSettle && waits ? [voucher_id] : [])),
    };
  },

  'ops.bill.lines': async ({ billNo, tenantId, billId, ...input }, { db, ports, fail }) => {
    const named = namedBillOf({ billNo, tenantId, billId });
    if (named === null) return fail('invalid', wrongField('billNo', '请给出账单号，或草稿的商户与编号'));
    const asked = askedLinesOf(input, ports.limits);
    if ('wrong' in asked) return fail('invalid', asked.wrong);
    const bill = await findNamedBillOfLines(db, named);
    return bill === undefined ? fail('notFound') : readBillLines(db, bill, asked);
  },

  'ops.bill.returnVoucher': ({ billNo, voucherId, reason, version, ...rest }, context) => {
    allTaken(rest);
    return returnVoucher({ billNo, voucherId, reason, version }, context);
  },

  'ops.bill.reversePayment': ({ billNo, stepNo, reason, version, ...rest }, context) => {
    allTaken(rest);
    return reverseBillPayment({ billNo, stepNo, reason, version }, context);
  },

  'ops.bill.watch': async ({ billNo }, { db, ports, staffId, now, fail }) => {
    const [bills, name] = await Promise.all([
      findBills(db, { tenantId: null, billNos: [billNo] }),
      nameOfStaff(db, staffId),
    ]);
    const bill = bills.get(billNo);
    if (bill === undefined) return fail('notFound');
    const others = await noteOpen(ports.fast, { record: `bill:${billNo}`, staffId, name, nowMs: now.getTime() });
    return { version: bill.version, others: [...others] };
  },

  'ops.bill.download': async ({ billNo, fileId }, context) => {
    const { db, fail, audit } = context;
    await countDocumentLook(context);
    const bill = (await findBills(db, { tenantId: null, billNos: [billNo] })).get(billNo);
    if (bill === undefined || !(await isOfBillVoucher(db, bill.tenantId, { ...bill, fileId }))) return fail('notFound');
    const file = await findFile(db, bill.tenantId, fileId);
    // What became part of a certification later is read there alone.
    if (file === undefined || file.is_restricted) return fail('notFound');
    const opened = await openStored(file, context);
    audit({ object: billNo, tenantId: bill.tenantId, after: { fileId } });
    return opened;
  },
};
