import { type ClaimFault, claimFault, isAnsweredTwice, openFeedback, standingOf } from '@ronghui/domain/feedback';
import { addFen, type Fen } from '@ronghui/domain/money';
import { listChargedLines } from '#features/bill/bill.reads';
import { type BillRecord, lockBills, momentOf, storeBillSteps } from '#features/bill/bill.steps';
import type { MerchantContext } from '#kernel/calls/context';
import type { Db, Tx } from '#kernel/database/db';
import { underFreeNumber } from '#kernel/setup/ids';
import { insertFeedback, insertMessage, listFormerCases } from './feedback.sql.ts';
import { notifyOps } from './feedback-notice.ts';

/** A claim against a bill: what the merchant holds to be right, of the whole bill or of some lines. */
export interface NewClaim {
  readonly billNo: string;
  readonly claimedAmount: Fen;
  readonly reason: string;
  readonly lineIds?: readonly string[] | undefined;
  /** Examined files of the tenant. */
  readonly fileIds: readonly string[];
}

type Claiming = Pick<MerchantContext, 'tenantId' | 'userId' | 'address' | 'ports' | 'audit'>;

/** Why a claim is refused: the bill's state, its number of cases, its last word, or what is claimed. */
export type OpenFault =
  | { readonly ok: false; readonly reason: 'notFound' | 'notPending' | 'tooMany' | 'closed' }
  | { readonly ok: false; readonly reason: 'invalid'; readonly fault: ClaimFault };

const refused = (reason: Exclude<OpenFault, { fault: unknown }>['reason']): OpenFault => ({ ok: false, reason });

/** Whether a bill takes a claim now; its opened case. */
const admitted = async (
  db: Db,
  { tenantId, ports }: Pick<Claiming, 'tenantId' | 'ports'>,
  bill: BillRecord,
  lineIds: readonly string[] | undefined,
) => {
  // The time to confirm may have passed while the call waited for the bill.
  const now = ports.clock.now();
  const step = openFeedback(bill.state, momentOf(bill, now), ports.calendar);
  if (!step.ok) return refused(step.reason);
  const formerCases = await listFormerCases(db, tenantId, bill.billNo);
  if (isAnsweredTwice(formerCases, lineIds === undefined ? {} : { lineIds })) return refused('closed');
  return formerCases.length >= ports.limits.feedbackPerBill ? refused('tooMany') : ({ ...step, now } as const);
};

/** Why a bill takes no claim about some lines, or about the whole of it; null where it takes one. For a screen: `openClaim` asks again. */
export const findOpenFault = async (
  db: Db,
  context: Pick<Claiming, 'tenantId' | 'ports'>,
  { bill, lineIds }: { readonly bill: BillRecord; readonly lineIds?: readonly string[] | undefined },
): Promise<OpenFault | null> => {
  const found = await admitted(db, context, bill, lineIds);
  return found.ok ? null : found;
};

/** Opens a feedback on a bill: the bill is disputed, and the desk learns of it. @source R10.4, billing.md, feedback */
export const openClaim = async (
  tx: Tx,
  context: Claiming,
  { billNo, claimedAmount, reason, lineIds, fileIds }: NewClaim,
): Promise<{ readonly ok: true; readonly feedbackNo: string } | OpenFault> => {
  const { tenantId, userId, address, ports } = context;
  const bill = (await lockBills(tx, { tenantId, billNos: [billNo] })).get(billNo);
  if (bill === undefined) return refused('notFound');
  const step = await admitted(tx, context, bill, lineIds);
  if (!step.ok) return step;
  const chosen = lineIds === undefined ? [] : await listChargedLines(tx, tenantId, { ...bill, lineIds });
  const lines = new Map(chosen.map((line) => [line.lineId, line]));
  const claim = { claimedAmount, reason, ...(lineIds === undefined ? {} : { lineIds }) };
  const fault = claimFault(bill.state.amount, claim, lines);
  if (fault !== null) return { ok: false, reason: 'invalid', fault };
  const standing = standingOf(bill.state.amount, claim, lines);
  const { answerBy } = step.feedback;
  const feedback = {
    tenantId,
    billId: bill.billId,
    billNo,
    userId,
    claimedFen: claimedAmount,
    standingFen: standing,
    lineIds: lineIds === undefined ? null : [...lineIds],
    lineFen:
      lineIds?.flatMap((lineId) => {
        const line = lines.get(lineId);
        return line === undefined ? [] : [addFen(line.amount, line.adjusted)];
      }) ?? null,
    reason: reason.trim(),
    answerBy,
  };
  const feedbackNo = await underFreeNumber(
    () => ports.ids.number('FK'),
    (number) => insertFeedback(tx, number, feedback),
  );
  const added = { tenant_id: tenantId, feedback_no: feedbackNo, message_no: 0 };
  const content = feedback.reason;
  const message = {
    kind: 'claim',
    sender: 'merchant',
    byId: userId,
    byName: null,
    content,
    fileIds,
    at: step.now,
  } as const;
  await insertMessage(tx, added, message);
  const author = { actor: 'merchant', id: userId, name: null, address } as const;
  const taken = {
    bill,
    kind: 'disputed',
    after: step.bill,
    at: step.now,
    author,
    feedbackNo,
    reason: content,
  } as const;
  // A step of the clock is never due here: past its confirm-by a bill cannot be disputed.
  await storeBillSteps(tx, [taken]);
  await notifyOps(tx, ports, {
    claim: { bill, feedbackNo },
    claimed: claimedAmount,
    standing,
    answerBy,
    isReopened: false,
  });
  context.audit({
    object: feedbackNo,
    after: { billNo, claimedAmount, standing, lines: lineIds?.length ?? 0, files: fileIds },
  });
  return { ok: true, feedbackNo };
};
