import type { writeOffOperations } from '@ronghui/contract';
import { openOf, undoWriteOff, writeOffNeedsSecond } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import { leaveNotice } from '#features/notice/notice.steps';
import { findFourEyes } from '#features/site/site.reads';
import { isSetUpByOther } from '#features/staff/staff.reads';
import { allTaken } from '#kernel/calls/all-taken';
import type { HandlersFor } from '#kernel/calls/context';
import { wrongField } from '#kernel/calls/wrong-field';
import type { Tx } from '#kernel/database/db';
import { providerName } from '../issue/issue.ts';
import { lockBills, storeBillSteps } from '../record/bill-record.sql.ts';
import type { BillRecord } from '../record/bill-record.ts';
import { findCoveringInvoice } from '../settlement/payment.sql.ts';
import { storeWriteOff, writeOffOf } from './take-write-off.ts';
import { decideWriteOff, findWaitingWriteOff, insertWriteOff } from './write-off.sql.ts';

const lockBill = async (tx: Tx, billNo: string): Promise<BillRecord | undefined> =>
  (await lockBills(tx, { tenantId: null, billNos: [billNo] })).get(billNo);

/** Gives up what is open of a bill: within the limit of four eyes by one, above it by two (receipts 1.6). */
export const writeOffHandlers: HandlersFor<typeof writeOffOperations> = {
  'ops.bill.writeOff': async ({ billNo, amount, reason: typed, version, ...rest }, context) => {
    allTaken(rest);
    const { transact, ports, author, staffId, fail, audit } = context;
    const reason = typed.trim();
    if (reason === '') return fail('invalid', wrongField('reason', '请填写核销的原因'));
    return transact(async (tx) => {
      const bill = await lockBill(tx, billNo);
      if (bill === undefined) return fail('notFound');
      const now = ports.clock.now();
      const step = writeOffOf(bill, now);
      if (!step.ok) return fail(step.reason);
      if (bill.version !== version || step.amount !== amount) return fail('changed');
      if ((await findWaitingWriteOff(tx, bill)) !== undefined) return fail('proposed');
      const { aboveAmount } = await findFourEyes(tx);
      if (!writeOffNeedsSecond(amount, aboveAmount)) {
        await storeWriteOff(tx, bill, step, { author, staffId, reason, now });
        return { outcome: 'writtenOff', version: bill.version + 1 };
      }
      const proposalNo = await insertWriteOff(tx, bill, { amount, reason, staffId, at: now });
      audit({ object: billNo, tenantId: bill.tenantId, after: { proposalNo, proposedAmount: amount, reason } });
      return { outcome: 'proposed', version: bill.version };
    });
  },

  'ops.bill.decideWriteOff': async ({ billNo, proposalNo, decision, reason: typed, version, ...rest }, context) => {
    allTaken(rest);
    const { transact, ports, author, staffId, fail, audit } = context;
    const reason = typed?.trim() ?? '';
    if (decision === 'sentBack' && reason === '') return fail('invalid', wrongField('reason', '请填写退回的原因'));
    return transact(async (tx) => {
      const bill = await lockBill(tx, billNo);
      if (bill === undefined) return fail('notFound');
      const proposal = await findWaitingWriteOff(tx, bill);
      if (proposal === undefined || proposal.proposal_no !== proposalNo) return fail('changed');
      const isOwn = proposal.proposed_by === staffId;
      const about = { object: billNo, tenantId: bill.tenantId } as const;
      // Who may not is in the trail, too.
      if (isOwn !== (decision === 'takenBack')) {
        audit(about);
        return fail(isOwn ? 'samePerson' : 'notAuthor');
      }
      const now = ports.clock.now();
      const decided = { decision, staffId, at: now, reason: decision === 'sentBack' ? reason : null } as const;
      if (decision !== 'released') {
        await decideWriteOff(tx, { ...bill, proposalNo }, decided);
        audit({ ...about, before: { proposalNo, proposedBy: proposal.proposed_by }, after: { decision, reason } });
        return { version: bill.version };
      }
      if (await isSetUpByOther(tx, proposal.proposed_by, staffId)) {
        audit(about);
        return fail('setUpByOther');
      }
      const step = writeOffOf(bill, now);
      // A payment meanwhile: it is proposed anew for what is open now.
      if (!step.ok || bill.version !== version || step.amount !== proposal.amount_fen) return fail('changed');
      await decideWriteOff(tx, { ...bill, proposalNo }, decided);
      await storeWriteOff(tx, bill, step, {
        author,
        staffId,
        reason: proposal.reason,
        now,
        proposedBy: proposal.proposed_by,
      });
      return { version: bill.version + 1 };
    });
  },

  'ops.bill.undoWriteOff': async ({ billNo, reason: typed, version, ...rest }, context) => {
    allTaken(rest);
    const { transact, ports, staffId, fail, audit } = context;
    const reason = typed.trim();
    if (reason === '') return fail('invalid', wrongField('reason', '请填写撤销的原因'));
    return transact(async (tx) => {
      const bill = await lockBill(tx, billNo);
      if (bill === undefined) return fail('notFound');
      const { tenantId, stageName, productName } = bill;
      const isInvoiced = (await findCoveringInvoice(tx, tenantId, billNo)) !== undefined;
      const step = undoWriteOff(bill.state, { isInvoiced });
      if (!step.ok) return fail(step.reason);
      if (bill.version !== version) return fail('changed');
      const { bill: after, amount } = step;
      const by = { actor: 'ops', id: staffId, name: providerName, address: null } as const;
      await storeBillSteps(tx, [
        { bill, kind: 'writeOffUndone', after, at: ports.clock.now(), author: by, reason, writtenOff: amount },
      ]);
      leaveNotice(
        tx,
        { tenantId },
        {
          kind: 'bill',
          title: '核销已撤销',
          text: `${stageName}账单 ${billNo}（${productName}）：核销的 ${rmbText(amount)} 已撤销，账单尚余 ${rmbText(openOf(after))} 未结清。原因：${reason}。`,
          place: 'bill',
          placeId: billNo,
        },
      );
      audit({
        object: billNo,
        tenantId,
        before: { status: bill.state.status, writtenOffAmount: amount },
        after: { status: after.status, writtenOffAmount: 0, reason },
      });
      return { version: bill.version + 1, remainingAmount: openOf(after) };
    });
  },
};
