import { amountOfLines, type BillHistoryRow, withinLimits } from '@ronghui/domain/bill';
import type { FeeRuleVersion, FeeTerms } from '@ronghui/domain/fee-rule';
import { addFen, differenceOf, type Fen, noFen, sumFen, taxIn } from '@ronghui/domain/money';
import type { Database, Db } from '#kernel/database/db';
import { findDigestedBill } from '../record/bill-digest.sql.ts';
import { billDigest, digestsOf } from '../record/bill-digest.ts';
import { compareState } from './compared-state.ts';
import { Differences } from './differences.ts';
import { compareWithSeal } from './issue-seal.ts';
import { reckonLines } from './reckoned-lines.ts';
import { TrailedRules } from './trailed-rules.ts';
import { listStoredSteps } from './trailed-steps.sql.ts';
import { compareWithTrail } from './trailed-steps.ts';
import {
  type BillKeyAfter,
  listStoredBills,
  listStoredLineChanges,
  listStoredShares,
  type StoredBill,
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
  /** Whether the trail holds all that is compared with it: of what an earlier version issued or adjusted, it holds less. */
  readonly isSealed: boolean;
  readonly differences: readonly string[];
}

const billsAtOnce = 200;

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
const statusAfter = (steps: readonly BillHistoryRow[]): { amounts: readonly Fen[]; paid: Fen; writtenOff: Fen } => ({
  amounts: stating(steps).map(({ amount }) => amount),
  paid: steps.reduce(
    (sum, { kind, payment = noFen }) =>
      kind === 'paymentReversed' ? differenceOf(sum, payment) : addFen(sum, payment),
    noFen,
  ),
  writtenOff: steps.reduce(
    (sum, { kind, writtenOff = noFen }) =>
      kind === 'writeOffUndone' ? differenceOf(sum, writtenOff) : addFen(sum, writtenOff),
    noFen,
  ),
});

const verifyBill = async (db: Db, bill: StoredBill, rules: TrailedRules): Promise<VerifiedBill> => {
  const found = new Differences();
  const [shares, steps, changes, facts] = await Promise.all([
    listStoredShares(db, bill),
    listStoredSteps(db, bill),
    listStoredLineChanges(db, bill),
    findDigestedBill(db, bill.tenant_id, bill.bill_no),
  ]);
  // First: a rule that is another one changes every line.
  const unsaved: FeeRuleVersion[] = [];
  for (const version of shares) if (!(await rules.compare(version, found))) unsaved.push(version);
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
  compareState(bill, steps, found);
  const trailed = await compareWithTrail(db, bill, { steps, changes, found });
  const { amounts, paid, writtenOff } = statusAfter(steps);
  const issued = reckoned?.ok === true ? reckoned.amount : noFen;
  found.compare('出账金额', amounts[0], issued);
  const amount = amounts.at(-1) ?? issued;
  found.compare('金额', bill.amount_fen, amount);
  found.compare('调整合计', bill.adjusted_fen, amount - issued);
  found.compare('税额', bill.tax_fen, taxIn(amount, bill.tax_millionths));
  found.compare('已收付金额', bill.paid_fen, paid);
  found.compare('核销金额', bill.written_off_fen, writtenOff);
  const { bill_no: billNo } = bill;
  // A bill of before may have been made by a rule that the trail does not have.
  if (trailed.sealed !== undefined)
    for (const { ruleId, version } of unsaved) found.add(`规则 ${ruleId} 第 ${version} 版：审计记录中没有`);
  const isSealed = trailed.isComplete && trailed.sealed !== undefined;
  if (facts === undefined)
    return { billNo, digest: '', statements: [], isSealed, differences: [...found.words, '账单不存在'] };
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
  const { sealed } = trailed;
  if (sealed !== undefined) {
    const issuedDigest = statements[0]?.digest;
    compareWithSeal(bill, sealed, { step: steps[0], parts: lines.parts, issuedDigest, found });
  }
  return { billNo, digest, statements, isSealed, differences: found.words };
};

/**
 * Reckons issued bills again from their lines, rule versions and steps, and compares them with what the trail has of these versions, of their issue and
 * their steps, bill by bill: all of them, or those of some numbers. Its memory is that of some bills and some lines.
 *
 * @source R4.9, R10.3
 */
export async function* verifyBills(db: Db, billNos: readonly string[]): AsyncGenerator<VerifiedBill> {
  const rules = new TrailedRules(db);
  let after: BillKeyAfter = null;
  for (;;) {
    const some: readonly StoredBill[] = await listStoredBills(db, billNos, { after, limit: billsAtOnce });
    for (const bill of some) yield await verifyBill(db, bill, rules);
    const last = some.at(-1);
    if (last === undefined || some.length < billsAtOnce) return;
    after = last;
  }
}

const verifyAtOneMoment = async (database: Database, billNo: string): Promise<readonly VerifiedBill[]> => {
  const view = await database.snapshot('service');
  try {
    const verified: VerifiedBill[] = [];
    for await (const bill of verifyBills(view.db, [billNo])) verified.push(bill);
    return verified;
  } finally {
    await view.close();
  }
};

/**
 * The same while the database is in use: a bill that took a step between two of the reads seems to differ, so one that differs is read once more, all of it at one
 * moment. A snapshot of every bill would keep the database from clearing up for as long as the whole takes.
 *
 * @source R10.3
 */
export async function* verifyBillsInUse(database: Database, billNos: readonly string[]): AsyncGenerator<VerifiedBill> {
  for await (const bill of verifyBills(database.reading('service'), billNos)) {
    if (bill.differences.length === 0) yield bill;
    else yield* await verifyAtOneMoment(database, bill.billNo);
  }
}
