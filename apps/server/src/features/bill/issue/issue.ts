import { billDirectionNames } from '@ronghui/domain/bill';
import { deadlineIn } from '@ronghui/domain/calendar';
import { rmbText } from '@ronghui/domain/money';
import { leaveNotice } from '#features/notice/notice.steps';
import type { Db, Tx } from '#kernel/database/db';
import { JobFailed } from '#kernel/jobs/sent-job';
import { authorOf } from '#kernel/observe/audit';
import type { Ports } from '#kernel/ports';
import { lockStage } from '../dimension/dimension.sql.ts';
import { areCorrectionsCurrent } from '../generation/draft-corrections.sql.ts';
import { prepareLargeWrite } from '../generation/draft-lines.sql.ts';
import {
  type DraftSums,
  hasUncertified,
  type IssuedSum,
  isDrawnUp,
  issueDrafts,
  listPaymentCodes,
  type StagePart,
  sumDrafts,
} from './issue.sql.ts';

/** How the provider is called in a bill's history; the audit trail has the name. */
export const providerName = '平台运营';

/** What was issued to one tenant, in words: each direction by itself. */
const sumsText = (sums: readonly IssuedSum[]): string =>
  sums
    .map(({ direction, bills, amount }) => `${billDirectionNames[direction]} ${bills} 张，合计 ${rmbText(amount)}`)
    .join('；');

/** What a payment is recognised by: the code of the one bill to pay, or where those of several stand. @source receipts 2.3 */
const codeText = (sums: readonly IssuedSum[], codes: ReadonlyMap<string, string>): string => {
  const payable = sums.find(({ direction }) => direction === 'payable');
  if (payable === undefined) return '';
  const code = payable.bills === 1 ? codes.get(payable.bill_no) : undefined;
  return code === undefined ? '付款时请在转账附言里写账单上的附言码。' : `付款时请在转账附言里写附言码 ${code}。`;
};

/** Drafts as they were seen: their number, and their sums where these were shown too. */
type SeenDrafts = Pick<DraftSums, 'count'> & Partial<DraftSums>;

/** Whether the drafts of a part are those that were seen; none are never. */
export const isAsSeen = async (db: Db, part: StagePart, seen: SeenDrafts): Promise<boolean> => {
  const { count, payableAmount, receivableAmount } = await sumDrafts(db, part);
  const isSameSum = (seen.payableAmount ?? payableAmount) === payableAmount;
  const isSameOther = (seen.receivableAmount ?? receivableAmount) === receivableAmount;
  return count > 0 && seen.count === count && isSameSum && isSameOther;
};

/** A part of a stage to issue, with its drafts as they were seen, and who issues it. */
export interface AskedIssue extends SeenDrafts {
  readonly part: StagePart;
  readonly staffId: string;
}

/**
 * Issues a part of a stage: all its drafts or none. Each tenant gets one notice.
 *
 * @throws JobFailed where the drafts are not those that were seen, one is of a tenant that is not certified, or since they were drawn up lines were added, or
 *   another stage has corrected what they correct
 * @source R4.9, billing.md, bills
 */
export const issuePart = async (
  tx: Tx,
  { clock, calendar }: Pick<Ports, 'clock' | 'calendar'>,
  { part, staffId, ...seen }: AskedIssue,
): Promise<void> => {
  await prepareLargeWrite(tx);
  const stage = await lockStage(tx, part.stageId);
  if (stage === undefined || !(await isAsSeen(tx, part, seen))) {
    throw new JobFailed('账单草稿已有变化，没有出账，请核对后重新操作。');
  }
  // The lines of an issued stage never change: one that no draft has would never be billed.
  if (stage.status === 'open' && !(await isDrawnUp(tx, part.stageId))) {
    throw new JobFailed('生成草稿之后明细又有变化，没有出账，请重新生成草稿，核对后再出账。');
  }
  if (!(await areCorrectionsCurrent(tx, part.stageId))) {
    throw new JobFailed('其他账期已出账的更正改变了本账期更正的依据，没有出账，请重新生成草稿，核对后再出账。');
  }
  // Drafts from before its certification ended, or from before this was asked.
  if (await hasUncertified(tx, part)) {
    throw new JobFailed('有草稿的商户没有生效的企业认证，没有出账，请重新生成草稿，未认证的商户会留待以后。');
  }
  const at = clock.now();
  const { at: confirmBy, on } = deadlineIn(calendar, at, stage.confirm_days);
  const sums = await issueDrafts(tx, part, { at, confirmBy, staffId, byName: providerName });
  const codes = await listPaymentCodes(tx, sums);
  const author = authorOf({ kind: 'staff', staffId });
  for (const [tenantId, own] of Map.groupBy(sums, ({ tenant_id }) => tenant_id)) {
    author.record(tx, {
      event: 'ops.bill.issued',
      tenantId,
      object: part.stageId,
      after: own.map(({ direction, bills, amount }) => ({ direction, bills, amount, isSealed: true })),
    });
    leaveNotice(
      tx,
      { tenantId },
      {
        kind: 'bill',
        title: `${stage.name}账单已出账`,
        text: `${sumsText(own)}。请在 ${on} 24:00 前核对并确认；逾期未确认的，视为已确认。${codeText(own, codes)}`,
        place: 'bill',
      },
    );
  }
};
