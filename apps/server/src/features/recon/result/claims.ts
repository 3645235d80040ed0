import type { Output } from '@ronghui/contract';
import { addFen, type Fen, fen, largestAmount, noFen, rmbText, sumFen } from '@ronghui/domain/money';
import { unclaimableKinds } from '@ronghui/domain/recon';
import { type BillRecord, findBills, listFeesWithBases } from '#features/bill/bill.reads';
import { findOpenFault, type OpenFault } from '#features/feedback/feedback.steps';
import type { MerchantContext } from '#kernel/calls/context';
import type { Db } from '#kernel/database/db';
import type { RunRow } from '../runs/run.sql.ts';

type Item = Output<'recon.rows'>['items'][number];
type LeftOut = Output<'recon.claims'>['leftOut'][number];

/** A claim that chosen items become: of their lines together, or of the whole bill where the ledger has rows of its own. */
export interface DrawnClaim {
  readonly billNo: string;
  readonly billAmount: Fen;
  readonly claimedAmount: Fen;
  /** Absent for the whole bill. */
  readonly lineIds?: readonly string[];
  readonly items: readonly Item[];
}

/** What chosen items become, and what is left out with its reason. */
export interface DrawnClaims {
  readonly claims: readonly DrawnClaim[];
  readonly leftOut: readonly LeftOut[];
}

/** The most lines of one claim. */
const mostLines = 500;

const openFaults: Readonly<Record<OpenFault['reason'], string>> = {
  notFound: '账单不存在',
  notPending: '账单不是待确认状态，或另有一条反馈正在处理',
  tooMany: '这张账单的差异反馈次数已达上限',
  closed: '平台已作最终答复',
  invalid: '没有差异可以反馈',
};

/** Why an item is no difference to claim; null for one that is. */
const itemFault = ({ kind, isAccepted, feedbackNo, lines }: Item, billNo: string | undefined): string | null => {
  if (feedbackNo !== undefined) return '已作为差异反馈提出';
  if (isAccepted) return '已认可，请先收回认可';
  const unclaimable = unclaimableKinds[kind];
  if (unclaimable !== undefined) return unclaimable;
  if (lines.length === 0 && billNo === undefined) return '只有商户账有，请先选择所属的账单';
  if (new Set(lines.map((line) => line.billNo)).size > 1) return '涉及多张账单，请取消勾对后分别提出';
  return null;
};

/** What the lines of an item should cost by the ledger; a reason where nobody can say. */
const claimedOf = async (
  db: Db,
  { tenantId, side }: { readonly tenantId: string; readonly side: RunRow['side'] },
  { billNo, items }: { readonly billNo: string; readonly items: readonly Item[] },
): Promise<ReadonlyMap<Item, Fen | string>> => {
  if (side === 'fee') return new Map(items.map((item) => [item, item.ledgerAmount]));
  const single = items.filter(({ ledger, lines }) => ledger.length > 0 && lines.length === 1);
  const bases = new Map(
    single.flatMap(({ lines: [line], ledgerAmount }) => (line ? [[line.lineId, ledgerAmount]] : [])),
  );
  const fees = await listFeesWithBases(db, tenantId, { billNo, bases });
  return new Map(
    items.map((item) => {
      const [line] = item.lines;
      if (line === undefined) return [item, '没有对应的明细，不能按规则算出服务费'];
      // What the merchant has nothing of costs nothing, whatever a rule has for the least of a line.
      if (item.ledger.length === 0) return [item, noFen];
      if (item.lines.length > 1) return [item, '一项含多条明细，请取消勾对后分别提出'];
      return [item, fees.get(line.lineId) ?? '没有对应的计费规则'];
    }),
  );
};

/** What lines stand at now, as the bill shows them. */
const standingOf = (side: RunRow['side'], item: Item): Fen => (side === 'fee' ? item.lineAmount : noFen);

const drawOne = async (
  db: Db,
  context: Pick<MerchantContext, 'tenantId' | 'ports'>,
  { bill, side, items }: { readonly bill: BillRecord; readonly side: RunRow['side']; readonly items: readonly Item[] },
): Promise<DrawnClaims> => {
  const { billNo } = bill;
  const refuse = (refused: readonly Item[], reason: string): LeftOut[] =>
    refused.length === 0 ? [] : [{ itemNos: refused.map(({ itemNo }) => itemNo), billNo, reason }];
  const claimed = await claimedOf(db, { tenantId: context.tenantId, side }, { billNo, items });
  const leftOut = items.flatMap((item) => {
    const value = claimed.get(item);
    return typeof value === 'string' ? refuse([item], value) : [];
  });
  const left = items.filter((item) => typeof claimed.get(item) === 'number');
  if (left.length === 0) return { claims: [], leftOut };
  const coversBill = left.some(({ lines }) => lines.length === 0);
  const lineIds = left.flatMap(({ lines }) => lines.map(({ lineId }) => lineId));
  if (!coversBill && lineIds.length > mostLines) {
    return { claims: [], leftOut: [...leftOut, ...refuse(left, `明细超过 ${mostLines} 条，请分次提出`)] };
  }
  const fault = await findOpenFault(db, context, { bill, lineIds: coversBill ? undefined : lineIds });
  if (fault !== null) return { claims: [], leftOut: [...leftOut, ...refuse(left, openFaults[fault.reason])] };
  const wanted = sumFen(left.map((item) => claimed.get(item)).filter((value) => typeof value === 'number'));
  const stands = sumFen(left.map((item) => standingOf(side, item)));
  const claimedAmount = coversBill ? addFen(bill.state.amount, fen(wanted - stands)) : wanted;
  if (claimedAmount < 0) return { claims: [], leftOut: [...leftOut, ...refuse(left, '主张金额会低于 0，请分别提出')] };
  if (claimedAmount > largestAmount) {
    return {
      claims: [],
      leftOut: [...leftOut, ...refuse(left, `主张金额会超过 ${rmbText(largestAmount)}，请分别提出`)],
    };
  }
  const claim = { billNo, billAmount: bill.state.amount, claimedAmount, items: left };
  return { claims: [coversBill ? claim : { ...claim, lineIds }], leftOut };
};

/**
 * What chosen items become as variance feedback: one claim for each bill, about their lines; rows that the ledger alone has go to the bill that
 * was picked, and its claim stands for the whole bill then.
 *
 * @source R13.3, billing.md, feedback
 */
export const drawClaims = async (
  db: Db,
  context: Pick<MerchantContext, 'tenantId' | 'ports'>,
  {
    run,
    items,
    billNo,
  }: {
    readonly run: Pick<RunRow, 'side' | 'direction' | 'stage_id'>;
    readonly items: readonly Item[];
    readonly billNo: string | undefined;
  },
): Promise<DrawnClaims> => {
  const leftOut: LeftOut[] = [];
  const byBill = new Map<string, Item[]>();
  for (const item of items) {
    const reason = itemFault(item, billNo);
    const own = item.lines[0]?.billNo ?? billNo;
    if (reason !== null) leftOut.push({ itemNos: [item.itemNo], reason });
    else if (own !== undefined) byBill.set(own, [...(byBill.get(own) ?? []), item]);
  }
  const bills = await findBills(db, { tenantId: context.tenantId, billNos: [...byBill.keys()] });
  const drawn: DrawnClaims[] = [];
  for (const [number, own] of byBill) {
    const bill = bills.get(number);
    // A bill that was picked is one of the run's.
    if (bill === undefined || bill.stageId !== run.stage_id || bill.direction !== run.direction) {
      drawn.push({
        claims: [],
        leftOut: [{ itemNos: own.map(({ itemNo }) => itemNo), reason: '请选择这个账期、这个方向的账单' }],
      });
    } else drawn.push(await drawOne(db, context, { bill, side: run.side, items: own }));
  }
  return {
    claims: drawn.flatMap(({ claims }) => claims).toSorted((one, other) => (one.billNo < other.billNo ? -1 : 1)),
    leftOut: [...leftOut, ...drawn.flatMap((each) => each.leftOut)],
  };
};
