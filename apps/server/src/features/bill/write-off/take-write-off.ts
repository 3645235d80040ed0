import { writeOffRest } from '@ronghui/domain/bill';
import { rmbText } from '@ronghui/domain/money';
import { leaveNotice } from '#features/notice/notice.steps';
import type { Tx } from '#kernel/database/db';
import type { Author } from '#kernel/observe/actor';
import { providerName } from '../issue/issue.ts';
import { storeBillSteps } from '../record/bill-record.sql.ts';
import { type BillRecord, momentOf } from '../record/bill-record.ts';
import { announceClockSteps, clockStepsOf } from '../record/clock-step.ts';

/** Who gives it up, why, and when. */
interface Given {
  readonly author: Author;
  readonly staffId: string;
  readonly reason: string;
  readonly now: Date;
  /** Of one that was proposed: by whom. */
  readonly proposedBy?: string;
}

/** Stores a write-off of a locked bill, whose decision it is, after what the clock has done to it; tells its people, and records it. @source receipts 1.6 */
export const storeWriteOff = async (
  tx: Tx,
  bill: BillRecord,
  step: Extract<ReturnType<typeof writeOffRest>, { readonly ok: true }>,
  { author, staffId, reason, now, proposedBy }: Given,
): Promise<void> => {
  const { tenantId, billNo, stageName, productName } = bill;
  const { bill: after, amount } = step;
  const ofClock = clockStepsOf([bill], now);
  const by = { actor: 'ops', id: staffId, name: providerName, address: null } as const;
  await storeBillSteps(tx, [
    ...ofClock,
    { bill, kind: 'writtenOff', after, at: now, author: by, reason, writtenOff: amount },
  ]);
  announceClockSteps(tx, ofClock);
  author.record(tx, {
    event: 'ops.bill.writeOff',
    tenantId,
    object: billNo,
    before: { status: (ofClock[0]?.after ?? bill.state).status, paid: bill.state.paid },
    after: {
      status: after.status,
      paid: after.paid,
      writtenOffAmount: amount,
      reason,
      ...(proposedBy === undefined ? {} : { proposedBy }),
    },
  });
  leaveNotice(
    tx,
    { tenantId },
    {
      kind: 'bill',
      title: '账单已结清',
      text: `${stageName}账单 ${billNo}（${productName}）已付 ${rmbText(after.paid)}，余下 ${rmbText(amount)} 已核销，无需再付，账单已结清。`,
      place: 'bill',
      placeId: billNo,
    },
  );
};

/** What a write-off of a bill comes to at a moment. */
export const writeOffOf = (bill: BillRecord, now: Date): ReturnType<typeof writeOffRest> =>
  writeOffRest(bill.state, bill.direction, momentOf(bill, now));
