import { amountOfLines, type BillHistoryRow, readHistory, withinLimits } from '@ronghui/domain/bill';
import {
  byDayAndReference,
  type FeeTerms,
  feeOfCorrection,
  feeOfLine,
  type LineFee,
  type TierPosition,
} from '@ronghui/domain/fee-rule';
import { addFen, differenceOf, type Fen, noFen, sumFen, taxIn } from '@ronghui/domain/money';
import type { Db } from '#kernel/database/db';
import { findDigestedBill } from '../record/bill-digest.sql.ts';
import { billDigest, digestOfLines, digestsOf } from '../record/bill-digest.ts';
import { compareWithTrail } from './trailed-steps.ts';
import {
  type BillKeyAfter,
  listStoredBills,
  listStoredCorrections,
  listStoredLineChanges,
  listStoredLines,
  listStoredShares,
  listStoredSteps,
  type StoredBill,
  type StoredLine,
  type StoredLineChange,
} from './verification.sql.ts';

/** What a statement showed from its issue, or from an adjustment, until the next one. */
export interface StatedBill {
  readonly digest: string;
  readonly amount: Fen;
  readonly since: Date;
}

/** What was found of a bill: its digest, and every difference between what is stored and what its lines and rules come to. */
export interface VerifiedBill {
  readonly billNo: string;
  readonly digest: string;
  /** Every statement that it had, reckoned from its lines and steps; the last one is that of now. */
  readonly statements: readonly StatedBill[];
  readonly differences: readonly string[];
}

/** Collects differences in words. */
class Differences {
  readonly words: string[] = [];
  /** Of a bill with thousands of wrong lines, the first ones are named. */
  compare(what: string, stored: unknown, reckoned: unknown): void {
    if (stored !== reckoned && this.words.length < 20)
      this.words.push(`${what}：存储为 ${String(stored)}，重新计算为 ${String(reckoned)}`);
  }
}

const linesAtOnce = 5000;
const billsAtOnce = 200;

async function* linesOf(db: Db, bill: StoredBill): AsyncGenerator<StoredLine> {
  let after = 0;
  for (;;) {
    const some = await listStoredLines(db, bill, { after, limit: linesAtOnce });
    yield* some;
    const last = some.at(-1);
    if (last === undefined || some.length < linesAtOnce) return;
    after = last.place;
  }
}

type Shares = Awaited<ReturnType<typeof listStoredShares>>;

type Corrections = Awaited<ReturnType<typeof listStoredCorrections>>;

/** The fee of a line by the terms of its version; of a correction by the line that it corrects, unless it was billed before that was so. */
const reckonFee = (
  { line, stood, ruleId, version }: StoredLine,
  terms: FeeTerms,
  {
    corrections,
    found,
    ...position
  }: TierPosition & { readonly corrections: Corrections | undefined; readonly found: Differences },
): Pick<LineFee, 'fee' | 'rounded' | 'limit'> => {
  if (stood === null) return feeOfLine(terms, line, position);
  const correction = corrections?.get(line.lineId);
  found.compare(`明细 ${line.lineId} 更正前的基数`, stood, correction?.stood);
  found.compare(
    `明细 ${line.lineId} 更正的规则版本`,
    `${ruleId} ${version}`,
    correction && `${correction.ruleId} ${correction.version}`,
  );
  if (correction === undefined) return { fee: noFen, rounded: noFen, limit: null };
  return feeOfCorrection(terms, { former: correction.former, stood, basis: line.basis });
};

/** The lines of a bill once more, one after the other: place, bases before it, fee by its version; and what they add up to. */
const reckonLines = async (db: Db, bill: StoredBill, { shares, found }: { shares: Shares; found: Differences }) => {
  // Read for the first line that corrects another one: its plan goes over every stage, and most bills have none.
  let corrections: Corrections | undefined;
  const sums = shares.map((version) => ({ version, lines: 0, basis: 0, fee: noFen, minimum: 0, cap: 0 }));
  const digest = digestOfLines();
  const ofUnit = new Map<string | null, number>();
  let [count, basis, fees]: [number, number, Fen] = [0, 0, noFen];
  let former: StoredLine | null = null;
  let limits: FeeTerms | null = null;
  for await (const each of linesOf(db, bill)) {
    const { line, fee } = each;
    count += 1;
    if (each.stood !== null) corrections ??= await listStoredCorrections(db, bill);
    const sum = sums.find(({ version }) => version.ruleId === each.ruleId && version.version === each.version);
    found.compare(`明细 ${line.lineId} 的次序`, each.place, count);
    if (former !== null) found.compare(`明细 ${line.lineId} 的先后`, byDayAndReference(former.line, line) < 0, true);
    found.compare(`明细 ${line.lineId} 的规则版本`, sum !== undefined, true);
    if (sum !== undefined) {
      const { terms, productId, orgId, tenantId, holdsFrom } = sum.version;
      found.compare(`明细 ${line.lineId} 的单位`, line.unit, terms.unit);
      found.compare(`明细 ${line.lineId} 的产品`, line.productId, productId);
      found.compare(`明细 ${line.lineId} 的规则适用机构`, orgId ?? line.orgId, line.orgId);
      found.compare(`明细 ${line.lineId} 的规则适用商户`, tenantId ?? line.tenantId, line.tenantId);
      if (each.stood === null) found.compare(`明细 ${line.lineId} 当日的规则`, holdsFrom <= line.occurredOn, true);
      // Bills of before reckon their tiers from the lines of all units together.
      const { tierBasis } = sum.version.share;
      const before = tierBasis === null ? basis : (ofUnit.get(line.unit) ?? 0);
      found.compare(`明细 ${line.lineId} 之前的基数`, each.before, before);
      const reckoned = reckonFee(each, terms, { total: tierBasis ?? bill.basis, before, corrections, found });
      found.compare(`明细 ${line.lineId} 的费用`, fee, reckoned.fee);
      // These explain and are not charged: beyond the safe range nothing is noted.
      if (reckoned.limit !== null) sum[reckoned.limit] += reckoned.fee - reckoned.rounded;
      sum.lines += 1;
      sum.basis += line.basis;
      sum.fee = addFen(sum.fee, fee);
      limits = terms;
    }
    basis += line.basis;
    ofUnit.set(line.unit, (ofUnit.get(line.unit) ?? 0) + line.basis);
    fees = addFen(fees, fee);
    digest.add(line.lineId, fee);
    former = each;
  }
  for (const { version, ...sum } of sums) {
    if (version.share.tierBasis !== null) {
      const { unit } = version.terms;
      found.compare(
        `规则 ${version.ruleId} 第 ${version.version} 版的分档基数`,
        version.share.tierBasis,
        ofUnit.get(unit),
      );
    }
    for (const part of ['lines', 'basis', 'fee'] as const) {
      found.compare(`规则 ${version.ruleId} 第 ${version.version} 版的 ${part}`, version.share[part], sum[part]);
    }
    for (const part of ['minimum', 'cap'] as const) {
      const noted = version.share[part];
      if (noted !== null)
        found.compare(`规则 ${version.ruleId} 第 ${version.version} 版的每笔 ${part}`, noted, sum[part]);
    }
  }
  return { count, basis, fees, limits, linesSha256: digest.hex() };
};

/**
 * What was changed of lines: each from what stood of it, and together by what the step changed of the bill: their difference within its minimum and
 * cap, or without these, as answers were given before.
 */
const compareLineChanges = (
  changes: readonly StoredLineChange[],
  { fees, limits, found }: { readonly fees: Fen; readonly limits: FeeTerms | null; readonly found: Differences },
): void => {
  const standing = new Map<string, Fen | null>();
  for (const { line_id: lineId, step_no: step, from_fen: from, to_fen: to, fee_fen: fee } of changes) {
    found.compare(`第 ${step} 步明细 ${lineId} 调整前的费用`, from, standing.get(lineId) ?? fee);
    standing.set(lineId, to);
  }
  let before = fees;
  for (const [step, own] of Map.groupBy(changes, ({ step_no }) => step_no)) {
    const sum = sumFen(own.map(({ from_fen, to_fen }) => differenceOf(to_fen, from_fen)));
    const after = addFen(before, sum);
    const stored = own[0]?.step_change;
    const within = limits === null ? sum : differenceOf(withinLimits(after, limits), withinLimits(before, limits));
    if (stored !== sum) found.compare(`第 ${step} 步明细调整合计`, within, stored);
    before = after;
  }
};

/** The steps after which a statement says another amount. */
const stating = (steps: readonly BillHistoryRow[]): readonly BillHistoryRow[] =>
  steps.filter(({ kind }) => kind === 'issued' || kind === 'adjusted');

/** What the steps of a bill come to. */
const statusAfter = (steps: readonly BillHistoryRow[]): { amounts: readonly Fen[]; paid: Fen } => ({
  amounts: stating(steps).map(({ amount }) => amount),
  paid: steps.reduce(
    (sum, { kind, payment = noFen }) =>
      kind === 'paymentReversed' ? differenceOf(sum, payment) : addFen(sum, payment),
    noFen,
  ),
});

const verifyBill = async (db: Db, bill: StoredBill): Promise<VerifiedBill> => {
  const found = new Differences();
  const [shares, steps, changes, facts] = await Promise.all([
    listStoredShares(db, bill),
    listStoredSteps(db, bill),
    listStoredLineChanges(db, bill),
    findDigestedBill(db, bill.tenant_id, bill.bill_no),
  ]);
  const lines = await reckonLines(db, bill, { shares, found });
  found.compare('明细行数', bill.line_count, lines.count);
  found.compare('计费基数', bill.basis, lines.basis);
  found.compare('明细费用合计', bill.lines_fen, lines.fees);
  found.compare('明细摘要', bill.lines_sha256, lines.linesSha256);
  for (const { terms } of shares) {
    found.compare('方向', bill.direction, terms.direction);
    found.compare('税率', bill.tax_millionths, terms.taxRate);
  }
  const reckoned = lines.limits === null ? null : amountOfLines(lines.fees, lines.limits, bill.tax_millionths);
  const parts = reckoned?.ok === true ? reckoned.components : null;
  found.compare('账单最低收费', bill.minimum_fen, parts?.minimum);
  found.compare('账单最高收费', bill.cap_fen, parts?.cap);
  compareLineChanges(changes, { ...lines, found });
  const { fault, status, waits } = readHistory(steps);
  found.compare('历史', fault === null ? '合规' : `第 ${fault.row + 1} 步 ${fault.why}`, '合规');
  if (fault === null) {
    found.compare('状态', bill.status, status);
    found.compare('复核', bill.approval, waits ? 'waiting' : 'none');
  }
  await compareWithTrail(db, bill.bill_no, { steps, compare: (...parts) => found.compare(...parts) });
  const { amounts, paid } = statusAfter(steps);
  const issued = reckoned?.ok === true ? reckoned.amount : noFen;
  found.compare('出账金额', amounts[0], issued);
  const amount = amounts.at(-1) ?? issued;
  found.compare('金额', bill.amount_fen, amount);
  found.compare('调整合计', bill.adjusted_fen, amount - issued);
  found.compare('税额', bill.tax_fen, taxIn(amount, bill.tax_millionths));
  found.compare('已收付金额', bill.paid_fen, paid);
  found.compare('确认截止', bill.confirm_by.toISOString(), steps.at(-1)?.confirmBy.toISOString());
  const { bill_no: billNo } = bill;
  if (facts === undefined) return { billNo, digest: '', statements: [], differences: [...found.words, '账单不存在'] };
  const digest = billDigest(facts);
  const again = {
    ...facts,
    lineCount: lines.count,
    basis: lines.basis,
    lines: lines.fees,
    minimum: parts?.minimum ?? noFen,
    cap: parts?.cap ?? noFen,
    amounts,
    amount,
    taxAmount: taxIn(amount, bill.tax_millionths),
    linesSha256: lines.linesSha256,
  };
  found.compare('账单摘要', digest, billDigest(again));
  const times = stating(steps);
  const statements = digestsOf(again).map((stated, at) => ({ ...stated, since: times[at]?.at ?? new Date(0) }));
  return { billNo, digest, statements, differences: found.words };
};

/**
 * Reckons issued bills again from their lines, rule versions and steps, bill by bill: all of them, or those of some numbers. Its memory is that
 * of some bills and some lines.
 *
 * @source R4.9, R10.3
 */
export async function* verifyBills(db: Db, billNos: readonly string[]): AsyncGenerator<VerifiedBill> {
  let after: BillKeyAfter = null;
  for (;;) {
    const some: readonly StoredBill[] = await listStoredBills(db, billNos, { after, limit: billsAtOnce });
    for (const bill of some) yield await verifyBill(db, bill);
    const last = some.at(-1);
    if (last === undefined || some.length < billsAtOnce) return;
    after = last;
  }
}
